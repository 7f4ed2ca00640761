import Testing

@testable import HTTPCache

@Suite("SerialRecord: transactions of other processes")
struct SerialRecordTests {
    enum Step {
        case found(Int), begins(Int), commits, fails
    }

    @Test(
        "A serial number that this process did not write belongs to another process",
        arguments: [
            ([.found(4), .found(4), .found(4)], false),
            ([.found(4), .found(5)], true),
            ([.found(4), .begins(5), .commits, .found(5)], false),
            // A read finds the transaction before its commit returns.
            ([.found(4), .begins(5), .found(5), .commits, .found(5)], false),
            // Another process wrote before this process's transaction.
            ([.found(4), .begins(6), .commits], true),
            ([.found(4), .begins(6), .found(6), .commits], true),
            // Another process wrote after it, before it was recorded.
            ([.found(4), .begins(5), .found(6), .commits], true),
            // The read began before the commit.
            ([.found(4), .begins(5), .commits, .found(4)], false),
            ([.found(4), .begins(5), .fails, .found(4)], false),
            // Another process used the number of a transaction that failed.
            ([.found(4), .begins(5), .fails, .found(5)], true),
            ([.found(4), .begins(5), .found(5), .fails], true),
            // Nothing was read before.
            ([.found(7)], false),
            ([.begins(7), .commits, .found(7)], false),
        ] as [([Step], Bool)])
    func noticed(_ steps: [Step], _ isForeign: Bool) {
        var record = SerialRecord()
        for step in steps {
            switch step {
            case .found(let number): record.record(found: number)
            case .begins(let number): record.begin(number)
            case .commits: record.end(isCommitted: true)
            case .fails: record.end(isCommitted: false)
            }
        }
        let answers = [record.removeForeignChanges(), record.removeForeignChanges()]
        #expect(answers == [isForeign, false])
    }
}
