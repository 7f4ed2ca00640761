import Basics
package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Returns the feeds and totals of the library, from one snapshot. The cost grows with the feeds, not with the
    /// articles.
    package func overview(midnight: Date) throws(ArticleStoreError) -> LibraryOverview {
        try read { database in
            var overview = try database.feedsAndTotals()
            let hidden = overview.feeds.lazy.filter(\.preferences.isHidden).map(\.id)
            overview.unreadTodayCount =
                try database.first(
                    """
                    SELECT count(*) FROM (
                        SELECT 1 FROM article INDEXED BY article_unread
                        WHERE isListed = 1 AND isRead = 0 AND place >= ?
                            AND subscription NOT IN (SELECT value FROM json_each(?)) LIMIT \(LibraryOverview.countLimit))
                    """,
                    [Place(firstOf: midnight).rawValue, hidden.jsonArray]
                ) { $0[0] } ?? 0
            overview.emptyFolders = try database.emptyFolders()
            overview.lastSuccess =
                try database.first(
                    """
                    SELECT max(lastSuccess) FROM polling
                    WHERE subscription NOT IN (SELECT id FROM subscription WHERE removedAt IS NOT NULL)
                    """
                ) { $0.date(0) } ?? nil
            return overview
        }
    }

    /// Returns all subscriptions in the person's order.
    package func subscriptions() throws(ArticleStoreError) -> [Subscription] {
        try read { try $0.subscriptions() }
    }

    package func subscriptionCount() throws(ArticleStoreError) -> Int {
        try read { try $0.first("SELECT count(*) FROM subscription WHERE removedAt IS NULL", []) { $0[0] } ?? 0 }
    }

    /// Returns the subscriptions that still exist.
    package func subscriptions(_ ids: [SubscriptionID]) throws(ArticleStoreError) -> [Subscription] {
        try read { database in
            try database.all(
                subscriptionRows + " AND id IN (SELECT value FROM json_each(?))", [ids.jsonArray], Subscription.init)
        }
    }

    /// Returns the subscriptions with preferences of their own.
    package func subscriptionsWithPreferences() throws(ArticleStoreError) -> [Subscription] {
        try read { try $0.all(subscriptionRows + " AND preferences IS NOT NULL", [], Subscription.init) }
    }

    package func subscription(_ id: SubscriptionID) throws(ArticleStoreError) -> Subscription? {
        try read { try $0.subscription(id) }
    }

    package func subscription(feedURL: String) throws(ArticleStoreError) -> Subscription? {
        try read { try $0.first(subscriptionRows + " AND feedURL = ?", [feedURL], Subscription.init) }
    }
}

/// The columns of a list of a thousand feeds: one row of two tables each, and the name as its only text.
private let feedRows = """
    SELECT tally.subscription, coalesce(customTitle, feedTitle), feedURL, folder, preferences, unread, articles, starred
    FROM subscription JOIN tally ON tally.subscription = id
    WHERE removedAt IS NULL
    ORDER BY position
    """

private let subscriptionRows = """
    SELECT id, feedURL, coalesce(customTitle, feedTitle), homePageURL, folder, unread, articles,
        lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage, preferences,
        retryAfter
    FROM subscription
        JOIN tally ON tally.subscription = id
        JOIN polling ON polling.subscription = id
    WHERE removedAt IS NULL
    """

extension Database {
    fileprivate func feedsAndTotals() throws -> LibraryOverview {
        var overview = LibraryOverview()
        // Most feeds are in the same folder as the previous one.
        var folder = (text: "", names: [String]())
        overview.feeds = try all(feedRows) { row in
            let text: String = row[3]
            if text != folder.text { folder = (text, FolderPath(text: text).names) }
            let feed = FeedSummary(
                id: SubscriptionID(rawValue: row[0]), title: row[1] ?? ShownAddress.of(row[2]), folder: folder.names,
                unreadCount: row[5], articleCount: row[6], preferences: FeedPreferences(json: row[4]))
            if !feed.preferences.isHidden {
                overview.unreadCount += feed.unreadCount
                overview.articleCount += feed.articleCount
            }
            overview.starredCount += row[7]
            return feed
        }
        return overview
    }

    func subscriptions() throws -> [Subscription] {
        try all(subscriptionRows + " ORDER BY position", [], Subscription.init)
    }

    func subscription(_ id: SubscriptionID) throws -> Subscription? {
        try first(subscriptionRows + " AND id = ?", [id.rawValue], Subscription.init)
    }
}

extension Subscription {
    fileprivate init(row: Row) {
        self.init(
            id: SubscriptionID(rawValue: row[0]), feedURL: row[1], name: row[2], homePageURL: row[3],
            folder: FolderPath(text: row[4]).names, unreadCount: row[5], articleCount: row[6],
            health: FeedHealth(row: row, from: 7), preferences: FeedPreferences(json: row[13]),
            waitsUntil: row.date(14))
    }
}

extension FeedPreferences {
    /// A value that cannot be read counts as not set.
    init(json: String?) {
        self =
            json.flatMap { try? JSONDecoder().decode(FeedPreferences.self, from: Data($0.utf8)) } ?? FeedPreferences()
    }
}

extension FeedHealth {
    /// Reads six columns: lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage.
    init(row: Row, from index: Int) {
        let kind = (row[index + 4] as String?).flatMap(FeedProblem.Kind.init)
        self.init(
            lastSuccess: row.date(index), lastAttempt: row.date(index + 1), nextAttempt: row.date(index + 2),
            consecutiveFailures: row[index + 3],
            problem: kind.map { FeedProblem(kind: $0, message: row[index + 5] ?? "") })
    }
}
