/// The serial numbers of a file's transactions that this process has read and written. A number in between belongs to
/// another process's transaction.
struct SerialRecord {
    /// The newest number that this process has read or written; nil before the first.
    private(set) var last: Int?
    /// The number of this process's transaction that is being committed. A read may find it before the commit returns.
    private var committing: Int?
    private var hasForeignChanges = false

    /// Records a number that a read has found. An older one belongs to a read that began before the last commit.
    mutating func record(found: Int) {
        guard let last else { return self.last = found }
        guard found > last else { return }
        let isOwn = found == committing && found == last + 1
        hasForeignChanges = hasForeignChanges || !isOwn
        self.last = found
    }

    /// Records the number of a transaction of this process before its commit.
    mutating func begin(_ number: Int) {
        committing = number
    }

    /// Records the end of the transaction that `begin` announced, or of one that failed before.
    mutating func end(isCommitted: Bool) {
        guard let number = committing else { return }
        committing = nil
        guard isCommitted else {
            // Another process may have used the number of the failed commit since; a read then took it for this
            // process's own.
            hasForeignChanges = hasForeignChanges || last == number
            return
        }
        guard let last else { return self.last = number }
        hasForeignChanges = hasForeignChanges || number > last + 1
        self.last = max(last, number)
    }

    /// - Returns: true if another process has written since the last call.
    mutating func removeForeignChanges() -> Bool {
        defer { hasForeignChanges = false }
        return hasForeignChanges
    }

    /// The file is replaced by a new one, which counts from zero.
    mutating func reset() {
        self = SerialRecord()
    }
}
