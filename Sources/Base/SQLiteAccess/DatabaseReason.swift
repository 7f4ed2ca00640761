package import GRDB

extension DatabaseError {
    /// The reason for the middle of a sentence: plain words before SQLite's own, if there are better ones.
    package var reason: String {
        let own = message ?? resultCode.description
        return resultCode.plainWords.map { "\($0) (\(own))" } ?? own
    }
}

extension ResultCode {
    fileprivate var plainWords: String? {
        switch self {
        case .SQLITE_READONLY, .SQLITE_PERM: "no permission to write, or a read-only disk"
        case .SQLITE_FULL: "the disk is full"
        case .SQLITE_CANTOPEN: "a file cannot be opened or created"
        case .SQLITE_IOERR: "the disk or its file system fails"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "locked by another process"
        default: nil
        }
    }

    /// True if the error says nothing about the file's content. Damage has many codes, SQLITE_ERROR among them.
    package var isOfSurroundings: Bool {
        [
            .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOLFS,
            .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_SCHEMA, .SQLITE_INTERRUPT, .SQLITE_NOMEM,
            .SQLITE_TOOBIG, .SQLITE_MISUSE,
        ].contains(primaryResultCode)
    }
}
