import ArticleStorage
import FeedModel
import FoundationEssentials
import HTTPCache

extension FeedService {
    /// What was deleted can be had back for this long, in seconds (30 days).
    private static let regret: TimeInterval = 30 * 24 * 3600

    /// Gives up what the retention policy does not keep, and for good what was deleted long ago; cleans the cache by age.
    func tidy() async throws {
        let (store, policy, now) = (store, settings.retention, settings.now())
        let (cache, cacheAge) = (cache, settings.cacheAge)
        try await storing.run {
            for subscription in try store.subscriptions() where !Task.isCancelled {
                let policy = policy.applying(subscription.preferences)
                guard policy != RetentionPolicy() else { continue }
                try store.retain(policy, in: subscription.id, at: now)
            }
            try store.purge(before: now - Self.regret)
            if let cacheAge { cache.removeUnused(since: now - cacheAge) }
        }
    }
}
