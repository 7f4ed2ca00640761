package import struct FoundationEssentials.Date

/// Statistics of one feed that help the person to decide whether to keep it.
package struct FeedStatistics: Equatable, Sendable {
    package var subscription: Subscription
    package var readCount: Int
    /// The date of the newest article.
    package var newest: Date?
    /// The mean over the last 12 weeks, or over the period of the newest 200 articles. For a feed with only newer
    /// articles, the mean over their period, but over at least a week.
    package var articlesAWeek: Double
    /// True if all articles arrived within the last 7 days.
    package var isOfThisWeek: Bool

    package init(
        subscription: Subscription, readCount: Int, newest: Date?, articlesAWeek: Double, isOfThisWeek: Bool = false
    ) {
        self.subscription = subscription
        self.readCount = readCount
        self.newest = newest
        self.articlesAWeek = articlesAWeek
        self.isOfThisWeek = isOfThisWeek
    }
}
