package import ArticleStorage
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache

/// The rules for retrying requests that were made without a network.
enum QueueRules {
    /// The first wait, in seconds, after a failed attempt while the connection is not known to be dead; each further
    /// failure doubles it.
    static let firstWait: TimeInterval = 10
    /// The longest wait (an hour).
    static let longestWait: TimeInterval = 3600
    /// The number of attempts (20, over half a day) after which a request is dropped and reported.
    static let attempts = 20

    static func wait(after attempts: Int) -> TimeInterval {
        min(firstWait * Double(1 << min(attempts, 16)), longestWait)
    }
}

extension FeedService {
    /// Queues a request that the person makes without a network.
    ///
    /// - Parameter address: the address as the person typed it; kept if it has no scheme, so that http is tried too.
    /// - Returns: false if the queue is full (`ArticleStore.queueLimit`).
    package func fetchWhenBack(_ fetch: QueuedFetch, typed address: String? = nil) throws -> Bool {
        let typed = address.flatMap { Self.addresses(for: $0).count > 1 ? $0 : nil }
        return try store.queue(fetch, typedAddress: typed, at: settings.now())
    }

    /// Fetches the queued items in the order of their requests; stops when the connection ends, and the rest keeps
    /// its order.
    package func fetchQueued(events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) async throws {
        for owner in try store.leaseOwners() where LeaseOwner.isGone(owner) { try store.releaseQueue(of: owner) }
        while !Task.isCancelled, !isOffline, network.lineMayBeAsked,
            let item = try store.leaseQueued(owner: owner, until: settings.now() + settings.lease, at: settings.now())
        {
            let end: ItemEnd
            do {
                end = try await fetch(item, events)
            } catch {
                try store.putBack(item)
                throw error
            }
            switch end {
            case .done: try store.removeQueued([item.fetch])
            case .later: try store.putBack(item, until: settings.now() + QueueRules.wait(after: item.attempts))
            case .noLine:
                try store.putBack(item)
                return events(.queued(try store.queueCount()))
            }
            events(.queued(try store.queueCount()))
        }
    }

    private enum ItemEnd {
        /// Fetched, or failed with a report.
        case done
        /// Not reached, though other hosts may be.
        case later
        /// Nothing can be reached, or the person is offline.
        case noLine
    }

    private func fetch(_ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void) async throws -> ItemEnd
    {
        switch item.fetch {
        case .everything: try await fetchFeeds(.all, .everything, events)
        case .feed(let id): try await fetchFeed(id, typed: item.typedAddress, events)
        case .page(let id): try await fetchPage(id, item, events)
        }
    }

    private func fetchFeeds(
        _ selection: RefreshSelection, _ reason: RefreshReason, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> ItemEnd {
        let report = try await refresh(selection, reason: reason, events: events)
        return report.isOffline || report.isCancelled || report.unreachableUntil != nil ? .noLine : .done
    }

    /// Fetches a feed. A feed that was added unseen may turn out to be a page that names a feed; an address typed
    /// without a scheme may be served over http only.
    private func fetchFeed(
        _ id: SubscriptionID, typed: String?, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> ItemEnd {
        if let typed { try await findAddress(of: id, by: typed) }
        let end = try await fetchFeeds(.feeds([id]), .insisted, events)
        guard end == .done, let subscription = try store.subscription(id),
            subscription.health.problem?.kind == .notAFeed, subscription.health.lastSuccess == nil,
            try await findAddress(of: id, by: subscription.feedURL)
        else { return end }
        return try await fetchFeeds(.feeds([id]), .insisted, events)
    }

    /// Gives a feed the address that the entered one leads to; false if it has that address, or if none was found.
    @discardableResult
    private func findAddress(of id: SubscriptionID, by address: String) async throws -> Bool {
        guard let subscription = try store.subscription(id), let found = try? await discover(address).best,
            found != subscription.feedURL
        else { return false }
        return try store.changeFeedURL(found, of: id)
    }

    private func fetchPage(
        _ id: ArticleID, _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> ItemEnd {
        if let typed = item.typedAddress { try await findScheme(ofSaved: id, typed: typed) }
        let page = try await page(of: id) { events(.page(id, .readable)) }
        if Task.isCancelled, page != .readable { return .noLine }
        switch page {
        case .readable: return .done
        case .notAvailableOffline: return .noLine
        case .unreached:
            if case .unreachable = connectivity { return .noLine }
            guard item.attempts + 1 >= QueueRules.attempts else { return .later }
            events(.page(id, page))
            return .done
        case .failed(Self.notWritten): return .later
        case .noAddress, .noMainText, .wantsLogin, .failed:
            events(.page(id, page))
            return .done
        }
    }
}

extension DiscoveredFeeds {
    /// The feed to choose if no person can be asked.
    fileprivate var best: String? {
        switch self {
        case .feed(let url, _): url
        case .candidates(let candidates): candidates.first?.url
        case .since, .none, .refused, .wantsCredentials: nil
        }
    }
}
