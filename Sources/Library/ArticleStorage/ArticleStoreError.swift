import GRDB
import SQLiteAccess

/// A failure to open, read or write the library.
package enum ArticleStoreError: Error, Equatable, Sendable {
    /// A newer lede made this file; it is left unchanged.
    case newerSchema(path: String)
    /// The file is not a library of lede; it is left unchanged.
    case notALibrary(path: String)
    /// The read was interrupted (`InterruptibleReader.interrupt`).
    case interrupted
    /// SQLite's result code and the reason: a full disk (13), no right to write (8), a damaged file (11) …
    case database(code: Int32, message: String)
}

extension ArticleStoreError {
    init(_ error: any Error) {
        switch error {
        case let error as ArticleStoreError:
            self = error
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT:
            self = .interrupted
        case let error as DatabaseError where error.isOfSearch:
            self = .database(code: error.resultCode.rawValue, message: "the search index was damaged and is rebuilt")
        case let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT:
            self = .database(
                code: error.resultCode.rawValue, message: "the file is damaged; `lede check --repair` repairs it")
        case let error as DatabaseError:
            self = .database(code: error.resultCode.rawValue, message: error.reason)
        default:
            self = .database(code: ResultCode.SQLITE_ERROR.rawValue, message: String(describing: error))
        }
    }
}

extension ArticleStoreError {
    /// True if the same write may succeed later: another process is writing, or the disk is full or failing.
    package var mayPass: Bool {
        guard case .database(let code, _) = self else { return false }
        return [ResultCode.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR].map(\.rawValue).contains(code)
    }
}

extension ArticleStoreError {
    /// True if the file's content is the cause.
    package var isDamage: Bool {
        guard case .database(let code, _) = self else { return false }
        return !ResultCode(rawValue: code).isOfSurroundings
    }
}

extension ArticleStoreError: CustomStringConvertible {
    /// The cause alone, for a sentence that says what failed.
    package var reason: String {
        if case .database(_, let message) = self { message } else { description }
    }

    package var description: String {
        switch self {
        case .newerSchema(let path): "\(path) was written by a newer version of lede; it was left as it is"
        case .notALibrary(let path): "\(path) is not a library of lede; it was left as it is"
        case .interrupted: "the read was cancelled"
        case .database(_, let message): "the library cannot be used: \(message)"
        }
    }
}
