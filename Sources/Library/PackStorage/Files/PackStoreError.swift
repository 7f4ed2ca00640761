import GRDB
import SQLiteAccess

/// A failure to open, read or write the pack store, in one line for a person.
package enum PackStoreError: Error, Equatable, Sendable {
    /// A newer version of lede wrote this file; it is left unchanged.
    case newerSchema(path: String)
    /// The file is not a pack store of lede, or is damaged; it is left unchanged.
    case notAPackStore(path: String)
    /// The disk is full.
    case full
    /// SQLite can neither write the file nor create its companions.
    case unwritable(String)
    case database(String)
    /// The file is damaged inside, so it opens but cannot be read.
    case damaged(String)
    /// A part or an enclosure could not be written.
    case file(path: String, reason: String)

    init(_ error: any Error) {
        switch error {
        case let error as PackStoreError: self = error
        case let error as DatabaseError where error.fault == .full: self = .full
        case let error as DatabaseError where error.fault.mayBeReadable:
            self = .unwritable(error.reason)
        case let error as DatabaseError where error.fault == .damaged: self = .damaged(error.reason)
        case let error as DatabaseError: self = .database(error.reason)
        default: self = .database(String(describing: error))
        }
    }

    /// True if the pack store may still be read, from a copy in memory.
    var mayBeReadable: Bool {
        switch self {
        case .full, .unwritable: true
        default: false
        }
    }
}

extension PackStoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .newerSchema(let path): "\(path) was written by a newer version of lede; it was left as it is"
        case .notAPackStore(let path):
            "\(path) is damaged or not lede's file; delete it, and the next pack creates a new one"
        case .damaged(let message):
            "the packed articles cannot be used: \(message); delete aboard.sqlite, and the next pack creates a new one"
        case .full: "the disk is full"
        case .database(let message), .unwritable(let message): "the packed articles cannot be used: \(message)"
        case .file(let path, let reason): "\(path): \(reason)"
        }
    }
}
