import ArticleStorage
import FeedModel
import FoundationEssentials
import HTTPCache

extension FeedService {
    /// The time within which a deletion can be undone, in seconds (30 days).
    private static let undoPeriod: TimeInterval = 30 * 24 * 3600
    /// The time that a refresh spends on the search index after removals.
    private static let compactionTime = Duration.seconds(1)

    /// Removes articles that the retention policy does not keep, purges articles and feeds that were deleted long ago,
    /// and removes old responses from the cache. Removes no article if requests were made and no server has answered,
    /// or if no server was asked although a feed has one.
    func tidy() async throws {
        guard let now = network.serverClock.confirmed(settings.now()) else { return }
        let wasAsked = network.serverClock.wasAsked
        let (store, policy) = (store, settings.retention)
        let (cache, cacheAge) = (network.cache, settings.cacheAge)
        try await storing.run {
            let limited =
                try policy == RetentionPolicy() ? store.subscriptionsWithPreferences() : store.subscriptions()
            // The clock may be years ahead; without any server, there is no other.
            let mayRemove = try wasAsked || store.subscriptions().allSatisfy(\.hasNoServer)
            for subscription in mayRemove ? limited : []
            where subscription.feedURL != SavedFeed.address && !Task.isCancelled {
                let policy = policy.applying(subscription.preferences)
                guard policy != RetentionPolicy() else { continue }
                try store.retain(policy, in: subscription.id, at: now)
            }
            if mayRemove { try store.purge(before: now - Self.undoPeriod) }
            try store.compactSearch(until: .now + Self.compactionTime)
            if let cacheAge { cache.removeUnused(since: now - cacheAge) }
        }
    }
}

extension Subscription {
    fileprivate var hasNoServer: Bool { feedURL == SavedFeed.address || LocalFeed(of: self) != nil }
}
