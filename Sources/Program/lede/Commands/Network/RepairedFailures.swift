import ArticleStorage
import FeedModel
import FeedRefresh

extension RefreshReport {
    /// Returns the report without failures that the same run has repaired: a feed that was added offline failed at its
    /// entered address, and the queue then found another, or that the feed is subscribed already.
    func withoutRepairedFailures(in store: ArticleStore) throws -> RefreshReport {
        var report = self
        report.failures = try failures.filter { failure in
            guard let feed = try store.subscription(failure.subscription.id) else { return false }
            return feed.feedURL == failure.subscription.feedURL || feed.health.problem != nil
        }
        return report
    }
}
