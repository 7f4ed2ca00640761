import ArticleStorage
package import FeedModel
import FoundationEssentials
import HTTPCache

/// The feeds of a refresh.
package enum RefreshSelection: Sendable {
    case all
    case feeds([SubscriptionID])
}

extension FeedService {
    /// Polls the selected feeds, as many at once as the connection allows, and stores the results. Cancelling the
    /// task ends it within moments and keeps every answer received by then.
    package func refresh(
        _ selection: RefreshSelection = .all, reason: RefreshReason,
        events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> RefreshReport {
        guard !isOffline else {
            var report = RefreshReport()
            report.isOffline = true
            return report
        }
        // A schedule needs no transport if no feed is due.
        if !reason.onlyDue { network.prepare() }
        if case .all = selection { network.forgetExchangeLimit() }
        // Read before the visits read the library: simultaneous reads would open a second connection.
        let accounts = try accounts(of: selection)
        async let synced = sync(accounts, reason: reason, events: events)
        var run = try RefreshRun(
            context: visitContext, slow: slow, owner: owner, selection: selection, reason: reason, events: events)
        var report = await run.run()
        do {
            try run.releaseLeases()
            report.add(try await synced)
        } catch {
            network.saveTraffic()
            throw error
        }
        if !report.accounts.isEmpty {
            report.noteLine(connectivity)
            events(.connectivity(connectivity))
        }
        if case .all = selection, reason != .schedule, !report.isCancelled, report.unreachableUntil == nil {
            try store.removeQueued([.everything])
        }
        network.saveTraffic()
        if case .all = selection, !report.isCancelled { try await tidy() }
        let cache = network.cache
        try await storing.run { cache.flush() }
        events(.finished(report))
        return report
    }
}

extension FeedService {
    private func accounts(of selection: RefreshSelection) throws -> [SyncAccount] {
        let accounts = try store.accounts()
        guard case .feeds(let ids) = selection, !accounts.isEmpty else { return accounts }
        let chosen = Set(try ids.compactMap { try store.account(of: $0) })
        return accounts.filter { chosen.contains($0.id) }
    }
}
