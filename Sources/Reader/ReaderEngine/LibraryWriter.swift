import ArticleStorage
import Basics
import Dispatch
import FeedModel
import FoundationEssentials
import Glibc
import ReaderUI
import Synchronization

/// Writes the person's marks in their order, on a queue of its own: a refresh that holds the write lock keeps no key waiting.
final class LibraryWriter: Sendable {
    let store: ArticleStore
    let mailbox: Mailbox
    private let whenMarked: @Sendable () -> Void
    private let queue = DispatchQueue(label: "lede.marks", qos: .userInitiated)
    private let state = Mutex(Pending())
    private let journal: MarkJournal
    /// Set when the program ends: nothing is tried again.
    private let isLeaving = Atomic(false)

    /// A mark on its way into the library.
    struct UnsettledMark: Sendable {
        fileprivate var number: Int
        var articles: Set<ArticleID>
        var mark: Mark
    }

    private struct Pending {
        var marks: [UnsettledMark] = []
        var next = 0
        /// Changes on their way that stand in no journal.
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

    /// `whenMarked`: told when a mark that `mark` gave is in the library.
    init(store: ArticleStore, mailbox: Mailbox, whenMarked: @escaping @Sendable () -> Void = {}) {
        self.store = store
        self.mailbox = mailbox
        self.whenMarked = whenMarked
        journal = MarkJournal(of: store)
    }

    /// What rows read now may not show yet. Ask before reading: what has settled by then is in what is read.
    var unsettled: [UnsettledMark] {
        state.withLock { $0.marks }
    }

    /// Returns once the mark stands in the journal: what is painted from now on outlives `kill -9`.
    func mark(_ ids: [ArticleID], _ mark: Mark) {
        let entry = journal.append(mark, on: ids)
        let number = state.withLock { state in
            state.next += 1
            state.marks.append(UnsettledMark(number: state.next, articles: Set(ids), mark: mark))
            return state.next
        }
        inOrder(isJournaled: entry != nil) { [self] in
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

    /// How long to wait before a mark is tried again that the library could not take, in microseconds (1 s).
    private static let pause: UInt32 = 1_000_000

    /// Tries until the library takes the mark; nil where the program ends before: then the journal keeps it.
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
                // The library refuses the mark for good, and the screen says so.
                journal.settle(entry)
                throw error
            }
        }
    }

    /// → `marksWritten`, once the marks are in the library that were given so far
    func tellWhenMarked() {
        inOrder { [mailbox] in mailbox.put(.marksWritten) }
    }

    func markRead(_ range: MarkRange, of listing: ArticleListing) {
        inOrder { [self] in
            let change = try store.markRead(range, of: listing)
            push(.mark(change))
            mailbox.put(.libraryChanged)
            mailbox.put(.message(Message("\(Self.articles(change)) marked read (U undoes)")))
        }
    }

    /// Keeps where reading stopped; nil forgets it.
    func keepPlace(_ place: StoredReadingPlace?, of id: ArticleID) {
        inOrder { [store] in try store.setReadingPlace(place, of: id) }
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

    /// How long quitting may wait for the library (default 300 ms); marks that it has not taken by then stay in the journal,
    /// and the next process gives them to it.
    private static let farewell = DispatchTimeInterval.milliseconds(300)

    /// Waits a moment for what is being written.
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

    /// How long quitting may wait for changes that only the library can hold (default 5 s).
    private static let longFarewell = DispatchTimeInterval.seconds(5)

    /// Changes that are neither in the library nor in the journal.
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

    func inOrder(isJournaled: Bool = false, _ body: @escaping @Sendable () throws -> Void) {
        if !isJournaled { state.withLock { $0.unjournaled += 1 } }
        queue.async { [self] in
            defer { if !isJournaled { state.withLock { $0.unjournaled -= 1 } } }
            do {
                try body()
            } catch {
                mailbox.put(.message(.error("\(error)")))
                // What is shown of it already is not so.
                mailbox.put(.libraryChanged)
            }
        }
    }
}
