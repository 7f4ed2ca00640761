import ArticleStorage
import Basics
import Dispatch
import FeedModel
import Glibc
import ReaderUI
import Synchronization

/// Writes the person's changes in order, on its own queue, so that no key waits while a refresh holds the write lock.
final class LibraryWriter: Sendable {
    let store: ArticleStore
    let mailbox: Mailbox
    /// Maximum time that a key waits for its change to be stored (default 50 ms), since the next key usually applies to
    /// the result. If another process holds the library longer, the change stays in the queue.
    let keyWait: DispatchTimeInterval
    private let whenMarked: @Sendable () -> Void
    private let queue = DispatchQueue(label: "lede.marks", qos: .userInitiated)
    let ruleQueue = DispatchQueue(label: "lede.rules", qos: .utility)
    let state = Mutex(Pending())
    let journal: MarkJournal
    /// True once the program is ending; from then on no write is retried.
    private let isEnding = Atomic(false)

    struct Pending {
        var marks: [UnstoredMark] = []
        var next = 0
        /// The number of unwritten changes that quitting waits for because no journal holds them.
        var unjournaled = 0
        /// The number of changes that were dropped at the end and that no journal holds.
        var lost = 0
        /// The library's reason for refusing the write that was given up last, at the end of the program; nil if none
        /// was given up.
        var refusal: String?
        /// The number of unwritten changes of feeds, folders and searches.
        var changes = 0
        var undo: [Undo] = []
        /// The deletions that the library does not hold yet, since the last change of another kind.
        var deletions: [WaitingDeletion] = []
    }

    /// `whenMarked` is called when the library holds a mark passed to `mark`.
    init(
        store: ArticleStore, mailbox: Mailbox, keyWait: DispatchTimeInterval = .milliseconds(50),
        whenMarked: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.mailbox = mailbox
        self.keyWait = keyWait
        self.whenMarked = whenMarked
        journal = MarkJournal(of: store)
    }

    /// The marks that rows read from now on may lack. Read this before the rows: marks stored earlier are in the rows.
    var unstoredMarks: [UnstoredMark] {
        state.withLock { $0.marks }
    }

    /// Sets a mark. Returns once the journal holds it: from then on it survives `kill -9`, so the screen may show it.
    func mark(_ ids: [ArticleID], _ mark: Mark) {
        self.mark(ids, [mark])
    }

    /// Sets several marks that one undo reverses together.
    func mark(_ ids: [ArticleID], _ marks: [Mark]) {
        let entries = marks.map { journal.append($0, on: ids) }
        let (number, isFirst) = state.withLock { state in
            let isFirst = state.marks.isEmpty
            state.next += 1
            let number = state.next
            state.deletions = []
            state.marks += marks.map { UnstoredMark(number: number, articles: Set(ids), mark: $0) }
            return (number, isFirst)
        }
        inOrder(delaysQuitting: entries.contains { $0 == nil }) { [self] in
            if isFirst { usleep(Self.framePause) }
            var changes: [MarkChange] = []
            defer {
                state.withLock { $0.marks.removeAll { $0.number == number } }
                push(.marks(changes))
                if !changes.isEmpty { whenMarked() }
            }
            for (mark, entry) in zip(marks, entries) {
                guard let change = try persist(mark, on: ids, entry) else { return }
                changes.append(change)
            }
        }
    }

    /// Stores a mark on articles that a query has just found. Once the journal holds the mark, quitting does not wait
    /// for it.
    private func marked(_ mark: Mark, _ ids: [ArticleID]) throws -> MarkChange? {
        let pieces = ids.pieces(of: ArticleStore.markedAtOnce).map(Array.init)
        let entries = pieces.map { journal.append(mark, on: $0) }
        var changed: [ArticleID] = []
        let isJournaled = !entries.contains { $0 == nil }
        return try withUnjournaled(changedBy: isJournaled ? -1 : 0) { () throws -> MarkChange? in
            for (ids, entry) in zip(pieces, entries) {
                guard let change = try persist(mark, on: ids, entry) else { return nil }
                changed += change.articles
            }
            return MarkChange(mark: mark, articles: changed)
        }
    }

    /// Runs a part of a write of `inOrder`, while the number of changes that quitting waits for differs by `difference`.
    func withUnjournaled<Value>(changedBy difference: Int, _ body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.unjournaled += difference }
        defer { state.withLock { $0.unjournaled -= difference } }
        return try body()
    }

    /// Pause before the library stores the first of several marks, in microseconds (2 ms). Without it, the writing
    /// thread often ran before the frame that shows the mark, and delayed that frame by 0.3 ms.
    static let framePause: UInt32 = 2_000

    /// Pause before a failed write is retried, in microseconds (1 s).
    private static let pause: UInt32 = 1_000_000

    private func persist(_ mark: Mark, on ids: [ArticleID], _ entry: JournalPosition?) throws -> MarkChange? {
        try persist(entry) { () throws(ArticleStoreError) -> MarkChange in
            guard let entry else { return try store.set(mark, on: ids) }
            return try store.set(mark, on: ids, journaledAt: entry)
        }
    }

    /// Retries until the library stores a change; nil if the program ends first: then the journal keeps it.
    ///
    /// - Parameter entry: the change's position in the journal; nil if the journal could not be written.
    func persist<Value>(
        _ entry: JournalPosition?, _ write: () throws(ArticleStoreError) -> Value
    ) throws(ArticleStoreError) -> Value? {
        do throws(ArticleStoreError) {
            let value = try untilWritable(isJournaled: entry != nil, write)
            if value != nil { entry?.markDone() }
            return value
        } catch {
            // The library rejects the change for good; the screen reports it.
            entry?.markDone()
            throw error
        }
    }

    /// Retries a write until the library accepts it; nil if the program ends first.
    func untilWritable<Value>(
        isJournaled: Bool = false, _ body: () throws(ArticleStoreError) -> Value
    ) throws(ArticleStoreError) -> Value? {
        var hasReported = false
        while true {
            do throws(ArticleStoreError) {
                let value = try body()
                if hasReported {
                    mailbox.put(.message(Message("The library can be written again; changes are stored")))
                }
                return value
            } catch {
                guard error.isTransient else { throw error }
                guard !isEnding.load(ordering: .relaxed) else {
                    giveUp(isJournaled: isJournaled, error)
                    return nil
                }
                if !hasReported {
                    let text = Message.sentence("\(error); changes are stored later")
                    mailbox.put(.message(Message(text, kind: .warning)))
                }
                hasReported = true
                usleep(Self.pause)
            }
        }
    }

    private func giveUp(isJournaled: Bool, _ error: ArticleStoreError) {
        state.withLock {
            $0.refusal = error.reason
            if !isJournaled { $0.lost += 1 }
        }
    }

    /// Counts a change of feeds, folders or searches as unwritten until `endChange`.
    func beginChange() {
        state.withLock { state in
            state.changes += 1
            state.deletions = []
        }
    }

    func endChange() {
        state.withLock { $0.changes -= 1 }
    }

    /// True if counts and names read now may lack an unwritten change.
    var isBehind: Bool {
        state.withLock { !$0.marks.isEmpty || $0.changes > 0 }
    }

    /// → `libraryChanged`, or `marksWritten` if only marks are unwritten, once the library holds all changes made so
    /// far
    func reportWhenWritten() {
        let event: Event = state.withLock { $0.changes > 0 } ? .libraryChanged : .marksWritten
        inOrder(delaysQuitting: false) { [mailbox] in mailbox.put(event) }
    }

    func markRead(_ range: MarkRange, of listing: ArticleListing) {
        state.withLock { $0.deletions = [] }
        inOrder { [self] in
            let ids = try store.unread(range, of: listing)
            // 400,000 articles take four seconds.
            if ids.count > ArticleStore.markedAtOnce {
                mailbox.put(.message(Message("Marking \(ids.count.counting("article")) read")))
            }
            guard !ids.isEmpty, let change = try marked(.read(true), ids) else {
                return mailbox.put(.message(Message("There is nothing to mark read here")))
            }
            push(.marks([change]))
            mailbox.put(.libraryChanged)
            let text = "\(change.articles.count.counting("article")) marked read"
            mailbox.put(.message(Message(text, offers: [.undoes])))
        }
    }

    /// Stores the reading position; nil deletes it.
    func keepReadingPosition(_ position: StoredReadingPosition?, of id: ArticleID) {
        inOrder(delaysQuitting: false) { [store] in try store.setReadingPosition(position, of: id) }
    }

    /// Maximum time that quitting waits for the library (default 300 ms). Marks not stored by then stay in the journal,
    /// and the next process stores them.
    private static let quitTimeout = DispatchTimeInterval.milliseconds(300)

    /// Waits for unfinished writes: at most `quitTimeout`, or `unjournaledQuitTimeout` if no journal holds them.
    func finish() {
        isEnding.store(true, ordering: .relaxed)
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { [self] in
            if journal.pendingCount == 0, journal.wasUsed {
                // Remove the file first: without the library's record of them, its marks would be applied again.
                journal.close()
                try? store.forget(journal)
            }
            isWritten.signal()
        }
        let timeout = unwrittenCount > 0 ? Self.unjournaledQuitTimeout : Self.quitTimeout
        if isWritten.wait(timeout: .now() + timeout) == .success { journal.close() }
    }

    /// Maximum time that quitting waits for changes that only the library can hold (default 5 s).
    private static let unjournaledQuitTimeout = DispatchTimeInterval.seconds(5)

    /// The number of changes that neither the library nor the journal holds.
    var unwrittenCount: Int {
        state.withLock { $0.unjournaled + $0.lost }
    }

    /// The library's reason for the changes that were given up; nil if it has not answered yet.
    var refusal: String? { state.withLock(\.refusal) }

    /// Runs a write after the earlier ones.
    ///
    /// - Parameter delaysQuitting: true if quitting waits for it; false if a journal holds the change, or if it may be
    ///   lost.
    func inOrder(delaysQuitting: Bool = true, _ body: @escaping @Sendable () throws -> Void) {
        if delaysQuitting { state.withLock { $0.unjournaled += 1 } }
        queue.async { [self] in
            defer { if delaysQuitting { state.withLock { $0.unjournaled -= 1 } } }
            do {
                try body()
            } catch {
                mailbox.put(.message(.error(error)))
                // The screen already shows the failed change.
                mailbox.put(.libraryChanged)
            }
        }
    }
}
