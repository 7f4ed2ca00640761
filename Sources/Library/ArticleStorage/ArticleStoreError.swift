import GRDB
package import SQLiteAccess

/// A failure to open, read or write the library.
package enum ArticleStoreError: Error, Equatable, Sendable {
    /// A newer version of lede wrote this file; it is left unchanged.
    case newerSchema(path: String)
    /// The file is not a library of lede; it is left unchanged.
    case notALibrary(path: String)
    /// The read was interrupted (`InterruptibleReader.interrupt`).
    case interrupted
    /// The kind of the failure and its reason in words.
    case database(DatabaseFault, message: String)
}

extension ArticleStoreError {
    init(_ error: any Error) {
        switch error {
        case let error as ArticleStoreError:
            self = error
        case let error as DatabaseError where error.fault == .interrupted:
            self = .interrupted
        case let error as DatabaseError where error.isSearchCorruption:
            self = .database(error.fault, message: "the search index was damaged and is rebuilt")
        case let error as DatabaseError where error.fault == .damaged:
            self = .database(error.fault, message: "the file is damaged; `lede check --repair` repairs it")
        case let error as DatabaseError where error.isMissingPart:
            let message = "a part of the file is missing (\(error.reason)); `lede check --repair` repairs it"
            self = .database(error.fault, message: message)
        case let error as DatabaseError:
            self = .database(error.fault, message: error.reason)
        default:
            self = .database(.other, message: String(describing: error))
        }
    }
}

extension ArticleStoreError {
    /// True if the same write may succeed later: another process is writing, or the disk is full or failing.
    package var isTransient: Bool {
        guard case .database(let fault, _) = self else { return false }
        return fault.isTransient
    }
}

extension ArticleStoreError {
    /// True if the library can be read, but nothing can be written: the disk is full or read-only.
    package var preventsOnlyWriting: Bool {
        guard case .database(let fault, _) = self else { return false }
        return [.full, .unwritable].contains(fault)
    }
}

extension ArticleStoreError {
    /// True if the file's content is the cause.
    package var isDamage: Bool {
        guard case .database(let fault, _) = self else { return false }
        return !fault.isEnvironmental
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
