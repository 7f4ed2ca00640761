package import struct FoundationEssentials.Date

/// Statistics of one feed that help the person to decide whether to keep it.
package struct FeedStatistics: Equatable, Sendable {
    package var subscription: Subscription
    package var readCount: Int
    /// The date of the newest article.
    package var newest: Date?
    /// The mean over the last 12 weeks, or over the period of the newest 200 articles. For a feed with only newer
    /// articles, the mean over their period, but over at least a week.
    package var articlesPerWeek: Double
    /// True if all articles arrived within the last 7 days.
    package var hasOnlyThisWeek: Bool

    package init(
        subscription: Subscription, readCount: Int, newest: Date?, articlesPerWeek: Double,
        hasOnlyThisWeek: Bool = false
    ) {
        self.subscription = subscription
        self.readCount = readCount
        self.newest = newest
        self.articlesPerWeek = articlesPerWeek
        self.hasOnlyThisWeek = hasOnlyThisWeek
    }
}
