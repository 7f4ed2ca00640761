package import ArticleStorage
import FeedModel
import FoundationEssentials

// Fetches the requests that the person made without a network.
extension FeedService {
    /// Queues a request that the person makes without a network.
    ///
    /// - Parameter address: the address as the person typed it; kept if it has no scheme, so that http is tried too.
    /// - Returns: false if the queue is full (`ArticleStore.queueLimit`).
    package func fetchOnceConnected(_ fetch: QueuedFetch, typed address: String? = nil) throws -> Bool {
        let typed = address.flatMap { Self.addresses(for: $0).count > 1 ? $0 : nil }
        return try store.queue(fetch, typedAddress: typed, at: settings.now())
    }

    /// Fetches the queued items in the order of their requests; stops when the connection ends, and the rest keeps
    /// its order.
    package func fetchQueued(events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) async throws {
        try releaseQueueOfEndedProcesses()
        while !Task.isCancelled, !isOffline, network.mayUseConnection,
            let item = try store.leaseQueued(owner: owner, until: settings.now() + settings.lease, at: settings.now())
        {
            let result: AttemptResult
            do {
                result = try await fetch(item, events)
            } catch {
                try store.putBack(item)
                throw error
            }
            switch result {
            case .done:
                try store.removeQueued([item.fetch])
                try reportNeverFetched(item, events)
            case .later(let attempts):
                let wait = QueueRules.backOff.wait(after: attempts)
                try store.putBack(item, until: settings.now() + wait, attempts: attempts)
            case .waiting(let until):
                // A longer wait would count as set by a wrong clock; the feed's own state keeps the time.
                let latest = settings.now() + QueueRules.backOff.maximum
                try store.putBack(item, until: min(until, latest))
            case .noConnection:
                try store.putBack(item)
                return events(.queued(try store.queueCount()))
            }
            events(.queued(try store.queueCount()))
        }
    }

    /// Returns the items that killed processes held, so that no process waits until their leases end.
    func releaseQueueOfEndedProcesses() throws {
        for owner in try store.leaseOwners() where LeaseOwner.isGone(owner) { try store.releaseQueue(of: owner) }
    }

    /// Reports a feed that has left the queue without ever arriving.
    private func reportNeverFetched(_ item: QueuedItem, _ events: @Sendable (RefreshEvent) -> Void) throws {
        guard case .feed(let id) = item.fetch, let health = try store.subscription(id)?.health,
            health.lastSuccess == nil, let problem = health.problem
        else { return }
        events(.leftQueue(id, FeedProblem(kind: problem.kind, message: "given up: \(problem.message)")))
    }

    private func fetch(_ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void) async throws
        -> AttemptResult
    {
        switch item.fetch {
        case .everything: try await fetchAll(item, events)
        case .feed(let id): try await fetchFeed(id, item, events)
        case .page(let id): try await fetchPage(id, item, events)
        }
    }

    /// Fetches all feeds. The request stays if login pages of a hotspot arrived in place of all of them.
    private func fetchAll(
        _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        let report = try await refresh(.all, reason: .everything, events: events)
        let result = Self.result(of: report)
        return result == .done && report.isFromHotspot ? item.resultOfFailure : result
    }

    static func result(of report: RefreshReport) -> AttemptResult {
        report.isOffline || report.isCancelled || report.unreachableUntil != nil ? .noConnection : .done
    }

    /// The result without a request because no secret may be sent until the person has repaired the configuration.
    var withheld: AttemptResult { .waiting(until: settings.now() + QueueRules.pauseWithoutSecrets) }
}
