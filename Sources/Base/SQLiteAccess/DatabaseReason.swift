package import GRDB

extension DatabaseError {
    /// The reason as a phrase without a capital or a full stop: plain words before SQLite's own, where there are some.
    package var reason: String {
        let own = message ?? resultCode.description
        return fault.plainWords.map { "\($0) (\(own))" } ?? own
    }
}

extension DatabaseFault {
    /// The fault in words; nil where SQLite's own say more.
    package var plainWords: String? {
        switch self {
        case .unwritable: "no permission to write, or a read-only disk"
        case .full: "the disk is full"
        case .unopenable: "a file cannot be opened or created"
        case .failing: "the disk or its file system is failing"
        case .busy: "locked by another process"
        case .foreign, .damaged, .interrupted, .program, .other: nil
        }
    }
}
