import Basics
package import FeedModel
import Glibc
import Synchronization

/// Writes marks to a file beside the library before they appear on the screen, so that none is lost if the process is
/// killed or the library is locked. Deletions and restorations of articles are written when the person asks for them.
///
/// Each process that makes marks has its own journal and holds a lock on it (`flock`) while it runs. The next process
/// that opens the library applies the journals that no process has locked. Written bytes survive `kill -9`; a power cut
/// may lose the last ones, as with the library.
package final class MarkJournal: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var lastNumber: Int64 = 0
        var progress = JournalProgress()

        /// The number of changes that the library does not have yet.
        var pendingCount = 0
    }

    /// The library's setting that holds the journal's progress.
    let setting: String
    private let path: String
    private let state = Mutex(State())

    /// Creates no file before the first mark.
    package init(of store: ArticleStore) {
        let name = "\(getpid())-\(UInt32.random(in: .min ... .max))"
        path = "\(store.libraryPath)\(Self.suffix)\(name)"
        setting = Self.settingPrefix + name
    }

    deinit {
        close()
    }

    static let suffix = "-marks-"
    static let settingPrefix = "markJournal."

    /// Returns the mark's position; nil if the file cannot be written (no permission, disk full).
    package func append(_ mark: Mark, on ids: [ArticleID]) -> JournalPosition? {
        append(JournaledChange.mark(mark), on: ids)
    }

    /// Returns the change's position; nil if the file cannot be written.
    package func append(_ change: JournaledChange, on ids: [ArticleID]) -> JournalPosition? {
        state.withLock { state in
            guard openFile(&state) else { return nil }
            let number = state.lastNumber + 1
            let line = Array(JournalEntry(number: number, change: change, ids: ids).line.utf8)
            let end = lseek(state.descriptor, 0, SEEK_END)
            guard write(state.descriptor, line, line.count) == line.count else {
                // A half-written line would make the next one unreadable.
                if end >= 0 { ftruncate(state.descriptor, end) }
                return nil
            }
            state.lastNumber = number
            state.pendingCount += 1
            return JournalPosition(journal: self, number: number)
        }
    }

    /// Records that a change is no longer needed here.
    fileprivate func markDone(_ number: Int64) {
        state.withLock { state in
            guard !state.progress.contains(number) else { return }
            state.progress.add(number)
            state.pendingCount -= 1
            if state.pendingCount == 0, state.descriptor >= 0 { ftruncate(state.descriptor, 0) }
        }
    }

    /// Returns the progress once the library has this change, too.
    fileprivate func progress(with number: Int64) -> JournalProgress {
        var progress = state.withLock(\.progress)
        progress.add(number)
        return progress
    }

    /// The number of changes that only the journal has.
    package var pendingCount: Int {
        state.withLock(\.pendingCount)
    }

    /// True if the library may hold a record of this journal.
    package var wasUsed: Bool {
        state.withLock { $0.lastNumber > 0 }
    }

    /// Removes the file, unless the library lacks some of its changes.
    package func close() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            if state.pendingCount == 0 { unlink(path) }
            FileLock.close(state.descriptor)
            state.descriptor = -1
        }
    }

    private func openFile(_ state: inout State) -> Bool {
        guard state.descriptor < 0 else { return true }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            return false
        }
        state.descriptor = descriptor
        return true
    }
}

/// The position of a change in a journal. The library stores it with the change, so that the change is never applied
/// twice.
package struct JournalPosition: Sendable {
    let journal: MarkJournal
    let number: Int64

    /// The journal's progress once the library has the change.
    var progress: JournalProgress { journal.progress(with: number) }

    /// Records that the library has the change, or rejects it for good. Empties the file once this is true of all
    /// changes of the journal.
    package func markDone() {
        journal.markDone(number)
    }
}
