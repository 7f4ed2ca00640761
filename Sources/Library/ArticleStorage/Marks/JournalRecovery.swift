import Basics
import Dispatch
package import FeedModel
import FoundationEssentials
import GRDB
import Glibc

extension ArticleStore {
    /// Applies a mark of a journal, and stores its position in the same transaction.
    @discardableResult
    package func set(
        _ mark: Mark, on ids: [ArticleID], journaledAt position: JournalPosition
    ) throws(ArticleStoreError) -> MarkChange {
        try writeKnown { database in
            try database.store(position)
            return MarkChange(mark: mark, articles: try database.set(mark, on: withCopies(ids, in: database)))
        }
    }

    /// Removes the library's record of a closed journal.
    package func forget(_ journal: MarkJournal) throws(ArticleStoreError) {
        try writeKnown { try $0.setSetting(nil, for: journal.setting) }
    }

    /// Applies the changes of processes that have ended. Returns the number of their journals.
    @discardableResult
    func recoverMarks() throws(ArticleStoreError) -> Int {
        guard readOnlyReason == nil else { return 0 }
        var count = 0
        for path in journals() where try recover(path) { count += 1 }
        return count
    }

    /// Applies these changes at startup. If another process has locked the library, startup continues without them, and
    /// they are applied in the background as soon as the library can be written.
    package func recoverMarksAtStart() {
        guard !journals().isEmpty else { return }
        endStartup()
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "lede.journals", qos: .userInitiated).async { [self] in
            _ = try? recoverMarks()
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + Self.startWait)
    }

    /// Maximum time that the start of a program waits for a locked library (default 300 ms).
    private static let startWait = DispatchTimeInterval.milliseconds(300)

    /// Returns the journals beside the library, in the order of their last write.
    private func journals() -> [String] {
        let paths = LibraryLocation(libraryPath).files(suffix: MarkJournal.suffix)
        guard paths.count > 1 else { return paths }
        // The changes of an earlier process come first: a later process may have undone them.
        return paths.map { (path: $0, time: LibraryLocation.lastWrite(to: $0)) }.sorted { $0.time < $1.time }.map(
            \.path)
    }

    /// Returns false if the journal's process still runs, or if the journal is new.
    private func recover(_ journal: String) throws(ArticleStoreError) -> Bool {
        let descriptor = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { FileLock.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size > 0 || status.st_mtim.tv_sec < time(nil) - MarkJournal.minimumAge,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return false }
        // A journal that the disk cannot read stays, and bytes that are not text make only their own line unusable.
        guard let bytes = try? BoundedFile(journal, atMost: .max).bytes else { return false }
        let entries = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            JournalEntry(String(decoding: $0, as: UTF8.self))
        }
        let setting = MarkJournal.settingPrefix + journal.split(separator: MarkJournal.suffix).last.map(String.init)!
        if !entries.isEmpty {
            try write { database in
                var progress = try database.setting(setting).flatMap(JournalProgress.init) ?? JournalProgress()
                for entry in entries where !progress.contains(entry.number) {
                    try apply(entry, in: database)
                    progress.add(entry.number)
                }
                try database.setSetting(progress.text, for: setting)
            }
        }
        unlink(journal)
        try? write { try $0.setSetting(nil, for: setting) }
        return true
    }

    private func apply(_ entry: JournalEntry, in database: Database) throws {
        switch entry.change {
        case .mark(let mark): _ = try database.set(mark, on: withCopies(entry.ids, in: database))
        case .delete(let moment): _ = try database.deleteArticles(withCopies(entry.ids, in: database), at: moment)
        case .restore: _ = try database.restoreDeleted(database.deletedTogether(with: entry.ids))
        }
    }
}

extension MarkJournal {
    /// The age at which an empty journal counts as abandoned, in seconds (an hour).
    fileprivate static let minimumAge = 3_600
}

extension Database {
    func store(_ position: JournalPosition) throws {
        try setSetting(position.progress.text, for: position.journal.setting)
    }
}
