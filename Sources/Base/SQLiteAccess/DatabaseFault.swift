package import GRDB

/// The meaning of an error of SQLite.
package enum DatabaseFault: Sendable {
    /// The file is not a database.
    case foreign
    case damaged
    /// The disk is full.
    case full
    /// No permission to write, or a read-only disk.
    case unwritable
    /// A file cannot be opened or created.
    case unopenable
    /// The disk or its file system fails.
    case failing
    /// Another process or connection has locked the file.
    case busy
    case interrupted
    /// A limit of this process or of the system, or a wrong call.
    case program
    /// A statement does not suit the file's content: a wrong statement, or damage.
    case other
}

extension DatabaseFault {
    /// True if the error says nothing about the file's content. Damage has many codes, SQLITE_ERROR among them.
    package var isEnvironmental: Bool {
        switch self {
        case .foreign, .damaged, .other: false
        case .full, .unwritable, .unopenable, .failing, .busy, .interrupted, .program: true
        }
    }

    /// True if the same write may succeed later.
    package var isTransient: Bool {
        [.busy, .full, .failing].contains(self)
    }

    /// True if SQLite can perhaps read a copy of the file, in a place where it can create files beside it.
    package var mayBeReadable: Bool {
        [.full, .unwritable, .unopenable, .failing].contains(self)
    }
}

extension ResultCode {
    var fault: DatabaseFault {
        switch primaryResultCode {
        case .SQLITE_NOTADB: .foreign
        case .SQLITE_CORRUPT, .SQLITE_FORMAT: .damaged
        case .SQLITE_FULL: .full
        case .SQLITE_READONLY, .SQLITE_PERM: .unwritable
        case .SQLITE_CANTOPEN: .unopenable
        case .SQLITE_IOERR: .failing
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_INTERRUPT: .interrupted
        case .SQLITE_AUTH, .SQLITE_NOLFS, .SQLITE_PROTOCOL, .SQLITE_SCHEMA, .SQLITE_NOMEM, .SQLITE_TOOBIG,
            .SQLITE_MISUSE:
            .program
        default: .other
        }
    }
}

extension DatabaseError {
    package var fault: DatabaseFault { extendedResultCode.fault }
}
