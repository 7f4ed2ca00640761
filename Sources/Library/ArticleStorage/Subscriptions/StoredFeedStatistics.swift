package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

extension ArticleStore {
    /// The number of the newest articles whose dates are examined.
    private static let examinedCount = 200
    private static let week = 604_800.0
    private static let maximumWindow = 12.0

    /// Returns facts about a feed; nil if it is not subscribed.
    package func statistics(of id: SubscriptionID, at now: Date) throws(ArticleStoreError) -> FeedStatistics? {
        guard let subscription = try subscription(id) else { return nil }
        let dates = try recentArticleDates(of: [id], limit: Self.examinedCount)[id] ?? []
        return FeedStatistics(
            subscription: subscription, readCount: subscription.articleCount - subscription.unreadCount,
            newest: dates.first, articlesPerWeek: Self.articlesPerWeek(dates, now: now),
            hasOnlyThisWeek: Self.areAllFromThisWeek(dates, now: now), lists: try listAddresses(of: id))
    }

    /// Returns facts about all feeds, in the person's order; the cost grows with the feeds, some 200 rows for each.
    package func statistics(at now: Date) throws(ArticleStoreError) -> [FeedStatistics] {
        let feeds = try subscriptions().filter { $0.feedURL != SavedFeed.address }
        let dates = try recentArticleDates(of: feeds.map(\.id), limit: Self.examinedCount)
        return feeds.map { feed in
            let dates = dates[feed.id] ?? []
            return FeedStatistics(
                subscription: feed, readCount: feed.articleCount - feed.unreadCount, newest: dates.first,
                articlesPerWeek: Self.articlesPerWeek(dates, now: now),
                hasOnlyThisWeek: Self.areAllFromThisWeek(dates, now: now))
        }
    }

    /// Changes the address from which the feed is fetched; articles and marks stay. Facts about the old address, such
    /// as its validators and its last problem, are forgotten.
    ///
    /// - Returns: false if another subscription has that address.
    package func changeFeedURL(_ url: String, of id: SubscriptionID) throws(ArticleStoreError) -> Bool {
        guard try setFeedURL(url, of: id) else { return false }
        try write { database in
            try database.run(
                """
                UPDATE polling SET digest = NULL, etag = NULL, lastModified = NULL, validatorsSince = NULL,
                    nextAttempt = NULL, consecutiveFailures = 0, problemKind = NULL, problemMessage = NULL,
                    retryAfter = NULL, freshUntil = NULL, redirectTarget = NULL, redirectVisits = 0,
                    articleGap = NULL, ttl = NULL, updateInterval = NULL, skipHours = 0
                WHERE subscription = ?
                """, [id.rawValue])
        }
        return true
    }

    /// Returns the number of articles per week.
    ///
    /// - Parameter dates: newest first.
    static func articlesPerWeek(_ dates: [Date], now: Date) -> Double {
        let ages = dates.map { now.timeIntervalSince($0) / week }
        let recent = ages.filter { $0 < maximumWindow }
        guard let oldest = recent.last else { return 0 }
        // Fewer dates than requested are all the feed has; its rate is computed over at least a week.
        let minimumPeriod = ages.count < examinedCount ? 1 : 1.0 / 7
        let weeks = recent.count < ages.count ? maximumWindow : max(oldest, minimumPeriod)
        return Double(recent.count) / weeks
    }

    /// True if the feed has no article older than 7 days.
    ///
    /// - Parameter dates: newest first.
    static func areAllFromThisWeek(_ dates: [Date], now: Date) -> Bool {
        guard dates.count < examinedCount, let oldest = dates.last else { return false }
        return now.timeIntervalSince(oldest) < week
    }
}
