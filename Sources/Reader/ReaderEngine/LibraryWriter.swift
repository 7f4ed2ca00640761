import ArticleStorage
import Basics
import Dispatch
import FeedModel
import FoundationEssentials
import Glibc
import ReaderUI
import Synchronization

/// Writes the person's marks in order, on a queue of its own, so that a refresh with the write lock delays no key.
final class LibraryWriter: Sendable {
    let store: ArticleStore
    let mailbox: Mailbox
    private let whenMarked: @Sendable () -> Void
    private let queue = DispatchQueue(label: "lede.marks", qos: .userInitiated)
    private let state = Mutex(Pending())
    private let journal: MarkJournal
    /// True once the program ends; then nothing is tried again.
    private let isLeaving = Atomic(false)

    /// A mark that the library does not hold yet.
    struct UnsettledMark: Sendable {
        fileprivate var number: Int
        var articles: Set<ArticleID>
        var mark: Mark
    }

    private struct Pending {
        var marks: [UnsettledMark] = []
        var next = 0
        /// The number of unwritten changes that quitting waits for: no journal holds them.
        var unjournaled = 0
        var undo: [Undo] = []
    }

    private enum Undo {
        case mark(MarkChange)
        case unsubscribe(SubscriptionID)
        case removeSearch(SavedSearch)
        case removeFolder(RemovedFolders)
    }

    private static let undoLimit = 200

    /// `whenMarked` is called when the library holds a mark passed to `mark`.
    init(store: ArticleStore, mailbox: Mailbox, whenMarked: @escaping @Sendable () -> Void = {}) {
        self.store = store
        self.mailbox = mailbox
        self.whenMarked = whenMarked
        journal = MarkJournal(of: store)
    }

    /// The marks that rows read now may lack. Get them before reading: marks settled by then are in the rows.
    var unsettled: [UnsettledMark] {
        state.withLock { $0.marks }
    }

    /// Returns once the journal holds the mark: from then on the screen may show it, since it survives `kill -9`.
    func mark(_ ids: [ArticleID], _ mark: Mark) {
        let entry = journal.append(mark, on: ids)
        let number = state.withLock { state in
            state.next += 1
            state.marks.append(UnsettledMark(number: state.next, articles: Set(ids), mark: mark))
            return state.next
        }
        inOrder(holdsUpLeaving: entry == nil) { [self] in
            defer { state.withLock { $0.marks.removeAll { $0.number == number } } }
            guard let entry else {
                push(.mark(try store.set(mark, on: ids)))
                return whenMarked()
            }
            guard let change = try persist(mark, on: ids, entry) else { return }
            push(.mark(change))
            whenMarked()
        }
    }

    /// Stores a mark on articles that are known only now. From its entry in the journal on, quitting does not wait.
    private func marked(_ mark: Mark, _ ids: [ArticleID]) throws -> MarkChange? {
        let pieces = stride(from: 0, to: ids.count, by: Self.piece).map {
            Array(ids[$0..<min(ids.count, $0 + Self.piece)])
        }
        let entries = pieces.map { journal.append(mark, on: $0) }
        let isJournaled = entries.allSatisfy { $0 != nil }
        if isJournaled { state.withLock { $0.unjournaled -= 1 } }
        defer { if isJournaled { state.withLock { $0.unjournaled += 1 } } }
        var changed: [ArticleID] = []
        for (ids, entry) in zip(pieces, entries) {
            guard let change = try entry.map({ try persist(mark, on: ids, $0) }) ?? store.set(mark, on: ids) else {
                return nil
            }
            changed += change.articles
        }
        return MarkChange(mark: mark, articles: changed)
    }

    /// The number of articles marked in one transaction, so that nobody waits long.
    private static let piece = 1_000

    /// Pause before the library is asked again to store a mark, in microseconds (1 s).
    private static let pause: UInt32 = 1_000_000

    /// Tries until the library stores the mark; nil if the program ends before. Then the journal keeps the mark.
    private func persist(_ mark: Mark, on ids: [ArticleID], _ entry: Int64) throws -> MarkChange? {
        var hasTold = false
        while true {
            do {
                let change = try store.set(mark, on: ids, number: entry, in: journal)
                journal.settle(entry)
                if hasTold { mailbox.put(.message(Message("The library can be written again; all marks are in it"))) }
                return change
            } catch  where error.mayPass {
                guard !isLeaving.load(ordering: .relaxed) else { return nil }
                if !hasTold {
                    let text = "\(error); marks are kept in a journal until it can"
                    mailbox.put(.message(Message(text, kind: .warning)))
                }
                hasTold = true
                usleep(Self.pause)
            } catch {
                // The library rejects the mark for good; the screen reports it.
                journal.settle(entry)
                throw error
            }
        }
    }

    /// → `marksWritten`, once the library holds all marks made so far
    func tellWhenMarked() {
        inOrder { [mailbox] in mailbox.put(.marksWritten) }
    }

    func markRead(_ range: MarkRange, of listing: ArticleListing) {
        inOrder { [self] in
            let ids = try store.unread(range, of: listing)
            guard let change = try marked(.read(true), ids) else { return }
            push(.mark(change))
            mailbox.put(.libraryChanged)
            mailbox.put(.message(Message("\(Self.articles(change)) marked read (U undoes)")))
        }
    }

    /// Stores the reading position; nil deletes it.
    func keepPlace(_ place: StoredReadingPlace?, of id: ArticleID) {
        inOrder(holdsUpLeaving: false) { [store] in try store.setReadingPlace(place, of: id) }
    }

    func unsubscribe(_ id: SubscriptionID) throws {
        try store.remove(id, at: Date())
        push(.unsubscribe(id))
    }

    func removeSearch(named name: String) throws {
        let removed = try store.savedSearches().filter { $0.name == name }
        try store.removeSavedSearch(named: name)
        removed.forEach { push(.removeSearch($0)) }
    }

    func removeFolder(_ path: [String]) throws {
        if let removed = try store.removeEmptyFolder(path) { push(.removeFolder(removed)) }
    }

    func undo() {
        inOrder { [self] in
            guard let last = state.withLock({ $0.undo.popLast() }) else {
                return mailbox.put(.message(Message("Nothing to undo")))
            }
            switch last {
            case .mark(let change):
                try store.undo(change)
                mailbox.put(.libraryChanged)
                let marks = change.articles.count == 1 ? "the mark" : "the marks"
                mailbox.put(.message(Message("Undone: \(marks) of \(Self.articles(change))")))
            case .unsubscribe(let id):
                try store.restore(id)
                mailbox.put(.libraryChanged)
                mailbox.put(.message(Message("Feed restored")))
            case .removeSearch(let search):
                try store.saveSearch(search)
                mailbox.put(.libraryChanged)
                mailbox.put(.message(Message("Search restored")))
            case .removeFolder(let folders):
                try store.restore(folders)
                mailbox.put(.libraryChanged)
                mailbox.put(.message(Message("Folder restored")))
            }
        }
    }

    /// Longest time that quitting waits for the library (default 300 ms). Marks not stored by then stay in the journal,
    /// and the next process stores them.
    private static let farewell = DispatchTimeInterval.milliseconds(300)

    /// Waits for running writes, up to a limit.
    func finish() {
        isLeaving.store(true, ordering: .relaxed)
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { [self] in
            if journal.pendingCount == 0, journal.wasUsed { try? store.forget(journal) }
            isWritten.signal()
        }
        let patience = unwrittenCount > 0 ? Self.longFarewell : Self.farewell
        if isWritten.wait(timeout: .now() + patience) == .success { journal.close() }
    }

    /// Longest time that quitting waits for changes that only the library can hold (default 5 s).
    private static let longFarewell = DispatchTimeInterval.seconds(5)

    /// The number of changes that neither the library nor the journal holds.
    var unwrittenCount: Int {
        state.withLock(\.unjournaled)
    }

    private static func articles(_ change: MarkChange) -> String {
        change.articles.count == 1 ? "1 article" : "\(Numbers.grouped(change.articles.count)) articles"
    }

    private func push(_ undo: Undo) {
        if case .mark(let change) = undo, change.articles.isEmpty { return }
        state.withLock { state in
            state.undo.append(undo)
            if state.undo.count > Self.undoLimit { state.undo.removeFirst() }
        }
    }

    /// - Parameter holdsUpLeaving: false for a change that a journal holds, or that may be lost.
    func inOrder(holdsUpLeaving: Bool = true, _ body: @escaping @Sendable () throws -> Void) {
        if holdsUpLeaving { state.withLock { $0.unjournaled += 1 } }
        queue.async { [self] in
            defer { if holdsUpLeaving { state.withLock { $0.unjournaled -= 1 } } }
            do {
                try body()
            } catch {
                mailbox.put(.message(.error("\(error)")))
                // The screen already shows the change, which failed.
                mailbox.put(.libraryChanged)
            }
        }
    }
}
