package import GRDB

extension DatabaseError {
    /// The reason in plain words, for the middle of a sentence; SQLite's own words if there are no better ones.
    package var reason: String {
        switch resultCode {
        case .SQLITE_READONLY, .SQLITE_PERM: "there is no permission to write, or the disk is read-only"
        case .SQLITE_FULL: "the disk is full"
        case .SQLITE_CANTOPEN: "it or a file beside it cannot be opened or created"
        case .SQLITE_IOERR: "the disk is full or fails"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "another program has locked it"
        default: message ?? resultCode.description
        }
    }
}
