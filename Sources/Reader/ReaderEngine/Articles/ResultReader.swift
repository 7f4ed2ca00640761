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
    /// Pause before the library counts (default 100 ms): counting takes longer than reading the first rows, and while a
    /// person types, the next letter makes the number useless.
    private let countPause: DispatchTimeInterval

    private enum Request: Equatable, Sendable {
        case page(PageRequest)
        case unread(UnreadRequest)
        /// The number of articles found.
        case count(PageRequest)

        var listing: ArticleListing {
            switch self {
            case .page(let request), .count(let request): request.listing
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
        /// The last request for rows or an unread article.
        var latest: Request?
        /// True while the queue has work.
        var isAtWork = false
    }

    init(
        store: ArticleStore, library: LibraryWriter, mailbox: Mailbox,
        countPause: DispatchTimeInterval = .milliseconds(100)
    ) {
        self.countPause = countPause
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
            work.latest = request
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
                // The read may have ended before the cancellation took effect.
                guard isWanted(request) else { continue }
                events.forEach(mailbox.put)
                if case .page(let asked) = request, case .start = asked.anchor, case .page(_, let page) = events.first {
                    // The rows are already sent; they wait for neither.
                    remark(on: asked)
                    count(asked, page)
                }
            } catch ArticleStoreError.interrupted {
                // An interruption meant for an earlier read may have ended this one: then read again.
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
            return [.page(request, page)]
        case .unread(let request):
            let found =
                switch request.direction {
                case .forward: try reader.nextUnread(in: request.listing, after: request.from)
                case .backward: try reader.previousUnread(in: request.listing, before: request.from)
                }
            return [.unreadFound(found, request)]
        case .count(let request):
            do {
                return [.found(try reader.count(of: request.listing), in: request.listing.scope)]
            } catch .interrupted {
                throw ArticleStoreError.interrupted
            } catch {
                return []  // the rows are shown without their number
            }
        }
    }

    /// Reports that a search does not cover all articles yet, or has an unknown operator.
    private func remark(on request: PageRequest) {
        guard case .search(let text) = request.listing.scope else { return }
        if let problem = SearchQuery(text).problem {
            mailbox.put(.message(Message(problem, kind: .warning)))
        } else if let count = try? store.searchBacklog(), count > 0, isWanted(.page(request)) {
            mailbox.put(.message(Message("\(count.counting("article")) not indexed yet: some results are missing")))
        }
    }

    /// Reports the number of articles found. Counts the rows if all of them have loaded and none of them represents
    /// several articles; otherwise the library counts.
    private func count(_ request: PageRequest, _ page: ArticlePage) {
        guard page.hasLaterRows || page.rows.contains(where: { $0.copies > 0 }) else {
            return mailbox.put(.found(page.rows.count, in: request.listing.scope))
        }
        queue.asyncAfter(deadline: .now() + countPause) { [self] in askForCount(request) }
    }

    private func askForCount(_ request: PageRequest) {
        let count = Request.count(request)
        let isIdle = work.withLock { work in
            guard work.latest?.isOfSameList(as: count) == true else { return false }
            work.waiting.removeAll { $0 == count }
            work.waiting.append(count)
            defer { work.isAtWork = true }
            return !work.isAtWork
        }
        if isIdle { answerAll() }
    }
}
