package import struct FoundationEssentials.Date

/// Statistics of one feed that help the person to decide whether to keep it.
package struct FeedStatistics: Equatable, Sendable {
    package var subscription: Subscription
    package var readCount: Int
    /// The date of the newest article.
    package var newest: Date?
    /// The mean over the last 12 weeks or, if the newest 200 articles are younger, over their period. If the feed has
    /// no older articles at all, the mean over the age of its oldest one, but over at least a week.
    package var articlesPerWeek: Double
    /// True if all articles arrived within the last 7 days.
    package var hasOnlyThisWeek: Bool
    /// The addresses of the followed lists that have it; empty in statistics of all feeds.
    package var lists: [String]

    package init(
        subscription: Subscription, readCount: Int, newest: Date?, articlesPerWeek: Double,
        hasOnlyThisWeek: Bool = false, lists: [String] = []
    ) {
        self.subscription = subscription
        self.readCount = readCount
        self.newest = newest
        self.articlesPerWeek = articlesPerWeek
        self.hasOnlyThisWeek = hasOnlyThisWeek
        self.lists = lists
    }
}
