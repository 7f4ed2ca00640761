public import FeedModel
public import FoundationEssentials
import GRDB

extension ArticleStore {
    /// All that a sidebar shows, from one state of the library. The cost grows with the feeds, not with the articles.
    public func overview(midnight: Date) throws(ArticleStoreError) -> LibraryOverview {
        try read { database in
            let subscriptions = try database.subscriptions()
            let counted = subscriptions.indices.lazy.filter { !subscriptions[$0].preferences.isHidden }
            let hidden = subscriptions.lazy.filter(\.preferences.isHidden).map(\.id)
            return LibraryOverview(
                subscriptions: subscriptions,
                unreadCount: counted.reduce(0) { $0 + subscriptions[$1].unreadCount },
                articleCount: counted.reduce(0) { $0 + subscriptions[$1].articleCount },
                starredCount: try database.first("SELECT sum(starred) FROM tally") { $0[0] as Int? ?? 0 } ?? 0,
                unreadTodayCount: try database.first(
                    """
                    SELECT count(*) FROM (
                        SELECT 1 FROM article INDEXED BY article_unread
                        WHERE isListed = 1 AND isRead = 0 AND place >= ?
                            AND subscription NOT IN (SELECT value FROM json_each(?)) LIMIT \(LibraryOverview.countLimit))
                    """,
                    [Place(firstOf: midnight).rawValue, hidden.jsonArray]
                ) { $0[0] } ?? 0,
                emptyFolders: try database.emptyFolders())
        }
    }

    /// All subscriptions in the person's order.
    public func subscriptions() throws(ArticleStoreError) -> [Subscription] {
        try read { try $0.subscriptions() }
    }

    public func subscription(_ id: SubscriptionID) throws(ArticleStoreError) -> Subscription? {
        try read { try $0.subscription(id) }
    }

    public func subscription(feedURL: String) throws(ArticleStoreError) -> Subscription? {
        try read { try $0.first(subscriptionRows + " AND feedURL = ?", [feedURL], Subscription.init) }
    }
}

private let subscriptionRows = """
    SELECT id, feedURL, coalesce(customTitle, feedTitle), homePageURL, folder, unread, articles,
        lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage, preferences
    FROM subscription
        JOIN tally ON tally.subscription = id
        JOIN polling ON polling.subscription = id
    WHERE removedAt IS NULL
    """

extension Database {
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
            health: FeedHealth(row: row, from: 7), preferences: FeedPreferences(json: row[13]))
    }
}

extension FeedPreferences {
    /// What cannot be read is as for all feeds.
    fileprivate init(json: String?) {
        self =
            json.flatMap { try? JSONDecoder().decode(FeedPreferences.self, from: Data($0.utf8)) } ?? FeedPreferences()
    }
}

extension FeedHealth {
    /// From six columns: lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage.
    init(row: Row, from index: Int) {
        let kind = (row[index + 4] as String?).flatMap(FeedProblem.Kind.init)
        self.init(
            lastSuccess: row.date(index), lastAttempt: row.date(index + 1), nextAttempt: row.date(index + 2),
            consecutiveFailures: row[index + 3],
            problem: kind.map { FeedProblem(kind: $0, message: row[index + 5] ?? "") })
    }
}
