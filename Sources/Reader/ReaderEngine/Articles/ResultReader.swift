import ArticleStorage
import Basics
import Dispatch
import FeedModel
import ReaderUI
import Synchronization

/// Reads the rows of searches and filtered lists on its own queue, since that may take longer than a key should wait.
/// It reads only the list requested last: requests for other lists are cancelled and never answered.
final class ResultReader: Sendable {
    private let store: ArticleStore
    private let reader: InterruptibleReader
    private let library: LibraryWriter
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.results", qos: .userInitiated)
    private let work = Mutex(Work())
    private let counter: ResultCounter

    private enum Request: Equatable, Sendable {
        case page(PageRequest)
        case unread(UnreadRequest)

        var listing: ArticleListing {
            switch self {
            case .page(let request): request.listing
            case .unread(let request): request.listing
            }
        }

        func hasSameList(as other: Request) -> Bool { listing.hasSameRows(as: other.listing) }
    }

    private struct Work {
        var waiting: [Request] = []
        /// The request that is being read; nil if it was cancelled.
        var current: Request?
        /// The list requested last; nil once it has left the screen.
        var shown: ArticleListing?
        /// True while the queue has work.
        var isAtWork = false
    }

    /// - Parameter countPause: the pause before the articles of a search are counted.
    init(
        store: ArticleStore, library: LibraryWriter, mailbox: Mailbox,
        countPause: DispatchTimeInterval = .milliseconds(100)
    ) {
        counter = ResultCounter(store: store, mailbox: mailbox, pause: countPause)
        self.store = store
        self.library = library
        self.mailbox = mailbox
        reader = InterruptibleReader(of: store)
    }

    /// → `page`
    func page(_ request: PageRequest) {
        enqueue(.page(request))
    }

    /// → `unreadFound`
    func unread(_ request: UnreadRequest) {
        enqueue(.unread(request))
    }

    /// The search has left the screen, so its number is no longer needed.
    func leave() {
        work.withLock { work in
            work.shown = nil
            counter.cancel()
        }
    }

    private func enqueue(_ request: Request) {
        let isIdle = work.withLock { work in
            work.shown = request.listing
            counter.cancel(except: request.listing)
            work.waiting.removeAll { !$0.hasSameList(as: request) }
            work.waiting.append(request)
            if let current = work.current, !current.hasSameList(as: request) {
                work.current = nil
                // Interrupt under the lock, so that the next read cannot be hit instead.
                reader.interrupt()
            }
            defer { work.isAtWork = true }
            return !work.isAtWork
        }
        if isIdle { queue.async { [self] in replyToAll() } }
    }

    private func replyToAll() {
        while let request = dequeueNext() {
            do {
                let event = try event(for: request)
                // The read may have ended before it could be cancelled.
                guard isWanted(request) else { continue }
                guard case .page(let asked) = request, asked.anchor.showsList, case .page(_, let page) = event else {
                    mailbox.put([event])
                    continue
                }
                let count = knownCount(page)
                mailbox.put([event] + (count.map { [.found($0, in: asked.listing.scope)] } ?? []))
                // The rows are already sent, and do not wait for these reports.
                if case .start = asked.anchor { reportProblem(of: asked) }
                count == nil ? countIfShown(asked.listing) : counter.cancel()
            } catch ArticleStoreError.interrupted {
                // An interruption meant for an earlier read may have ended this one; if so, read again.
                if isWanted(request) { work.withLock { $0.waiting.insert(request, at: 0) } }
            } catch {
                mailbox.put(.message(.error(error)))
                mailbox.put(.rowsFailed(request.listing))
            }
        }
    }

    private func dequeueNext() -> Request? {
        work.withLock { work in
            work.current = work.waiting.isEmpty ? nil : work.waiting.removeFirst()
            work.isAtWork = work.current != nil
            return work.current
        }
    }

    private func isWanted(_ request: Request) -> Bool {
        work.withLock { $0.current == request }
    }

    private func event(for request: Request) throws -> Event {
        let unstoredMarks = library.unstoredMarks
        switch request {
        case .page(let request):
            var page = try reader.page(of: request.listing, at: request.anchor, limit: request.limit)
            for pending in unstoredMarks { page.set(pending.mark, on: pending.articles) }
            return .page(request, page)
        case .unread(let request):
            return .unreadFound(try unstoredMarks.unread(request, in: reader), request)
        }
    }

    /// Reports that a search does not cover all articles yet, or has an unknown operator.
    private func reportProblem(of request: PageRequest) {
        guard case .search(let text) = request.listing.scope else { return }
        if let problem = SearchQuery(text).problem {
            mailbox.put(.message(.mistake(inSearch: problem)))
        } else if let count = try? store.searchBacklog(), count > 0, isWanted(.page(request)) {
            var message = Message("\(count.counting("article")) not indexed yet: some results are missing")
            message.topic = .index
            mailbox.put(.message(message))
        }
    }

    /// The screen shows the number of articles of a search, a filter, or the packed articles of a list.
    private func countIfShown(_ listing: ArticleListing) {
        guard listing.scope.isSearched || listing.packedOnly else { return }
        work.withLock { work in
            if work.shown?.hasSameRows(as: listing) == true { counter.count(listing) }
        }
    }

    /// Returns the number of articles found, if all rows have loaded and none of them stands for several articles.
    private func knownCount(_ page: ArticlePage) -> Int? {
        let isWhole = !page.hasEarlierRows && !page.hasLaterRows
        return isWhole && !page.rows.contains { $0.copies > 0 } ? page.rows.count : nil
    }
}

extension PageAnchor {
    /// True if a list that appears on the screen, or is reloaded, begins with this page.
    fileprivate var showsList: Bool {
        switch self {
        case .start, .end, .around: true
        case .before, .after: false
        }
    }
}
