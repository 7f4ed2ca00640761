package import struct FoundationEssentials.Date

/// Facts about one feed that help to decide whether to keep it.
package struct FeedFacts: Equatable, Sendable {
    package var subscription: Subscription
    package var readCount: Int
    /// The date of the newest article.
    package var newest: Date?
    /// The mean over the last 12 weeks, or over the time of the newest 200 articles.
    package var articlesAWeek: Double

    package init(subscription: Subscription, readCount: Int, newest: Date?, articlesAWeek: Double) {
        self.subscription = subscription
        self.readCount = readCount
        self.newest = newest
        self.articlesAWeek = articlesAWeek
    }
}
