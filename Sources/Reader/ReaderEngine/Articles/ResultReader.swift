import ArticleStorage
import Basics
import Dispatch
import FeedModel
import ReaderUI
import Synchronization

/// Reads the rows of searches and of filtered lists, which may take longer than a key should wait, on a queue of its
/// own. Only the list requested last is read: a request for another one is cancelled and never answered.
final class ResultReader: Sendable {
    private let store: ArticleStore
    private let reader: InterruptibleReader
    private let library: LibraryWriter
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.results", qos: .userInitiated)
    private let work = Mutex(Work())

    private enum Request: Equatable, Sendable {
        case page(PageRequest)
        case unread(UnreadRequest)

        var listing: ArticleListing {
            switch self {
            case .page(let request): request.listing
            case .unread(let request): request.listing
            }
        }

        func isOfSameList(as other: Request) -> Bool {
            listing.scope == other.listing.scope && listing.order == other.listing.order
        }
    }

    private struct Work {
        var waiting: [Request] = []
        /// The request that is being read; nil if it was cancelled.
        var current: Request?
        /// True while the queue has work.
        var isAtWork = false
    }

    init(store: ArticleStore, library: LibraryWriter, mailbox: Mailbox) {
        self.store = store
        self.library = library
        self.mailbox = mailbox
        reader = InterruptibleReader(of: store)
    }

    /// → `page`
    func page(_ request: PageRequest) {
        ask(.page(request))
    }

    /// → `unreadFound`
    func unread(_ request: UnreadRequest) {
        ask(.unread(request))
    }

    private func ask(_ request: Request) {
        let isIdle = work.withLock { work in
            work.waiting.removeAll { !$0.isOfSameList(as: request) }
            work.waiting.append(request)
            if let current = work.current, !current.isOfSameList(as: request) {
                work.current = nil
                // Interrupt within the lock, so that the next read cannot be hit instead.
                reader.interrupt()
            }
            defer { work.isAtWork = true }
            return !work.isAtWork
        }
        if isIdle { queue.async { [self] in answerAll() } }
    }

    private func answerAll() {
        while let request = dequeueNext() {
            do {
                let events = try events(for: request)
                // A cancelled read may have been answered all the same.
                guard isWanted(request) else { continue }
                events.forEach(mailbox.put)
                if case .page(let page) = request { count(page, events) }
            } catch ArticleStoreError.interrupted {
                // The interruption came too late and hit this read instead.
                if isWanted(request) { work.withLock { $0.waiting.insert(request, at: 0) } }
            } catch {
                mailbox.put(.message(.error("\(error)")))
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

    private func events(for request: Request) throws -> [Event] {
        switch request {
        case .page(let request):
            let unsettled = library.unsettled
            var page = try reader.page(of: request.listing, at: request.anchor, limit: request.limit)
            for pending in unsettled { page.set(pending.mark, on: pending.articles) }
            return [.page(request, page)] + (try remarks(on: request))
        case .unread(let request):
            let found =
                switch request.direction {
                case .forward: try reader.nextUnread(in: request.listing, after: request.from)
                case .backward: try reader.previousUnread(in: request.listing, before: request.from)
                }
            return [.unreadFound(found, request)]
        }
    }

    /// Reports that a search does not cover all articles yet, or has an unknown operator.
    private func remarks(on request: PageRequest) throws -> [Event] {
        guard case .search(let text) = request.listing.scope, case .start = request.anchor else { return [] }
        if let problem = SearchQuery(text).problem { return [.message(Message(problem, kind: .warning))] }
        let count = try store.searchBacklog()
        guard count > 0 else { return [] }
        return [.message(Message("\(count.counting("article")) not indexed yet: some results are missing"))]
    }

    /// Reports the number of articles found, after the first rows. The rows are counted if all of them have loaded and
    /// none stands for several articles; otherwise the library counts.
    private func count(_ request: PageRequest, _ events: [Event]) {
        guard case .start = request.anchor, case .page(_, let page) = events.first else { return }
        var count: Int? = page.rows.count
        if page.hasLaterRows || page.rows.contains(where: { $0.copies > 0 }) {
            count = try? reader.count(of: request.listing)
        }
        if let count, isWanted(.page(request)) { mailbox.put(.found(count, in: request.listing.scope)) }
    }
}
