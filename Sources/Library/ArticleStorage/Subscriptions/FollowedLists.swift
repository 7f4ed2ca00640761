import Basics
package import FeedModel
package import FoundationEssentials
import GRDB

/// Lists of feeds at web addresses. A feed that the person has removed does not return while the list has it; a feed
/// that the person had before, or has restored, stays when the list lacks it.
extension ArticleStore {
    /// Returns all followed lists, in the order in which they were added.
    package func followedLists() throws(ArticleStoreError) -> [FollowedList] {
        try read { try $0.followedLists() }
    }

    /// Follows the list at an address; returns false if the library follows it already, in any spelling.
    @discardableResult
    package func follow(_ url: String) throws(ArticleStoreError) -> Bool {
        try write { database in
            guard try !database.followedLists().contains(where: { $0.isAt(url) }) else { return false }
            try database.run("INSERT INTO followedList (url) VALUES (?)", [url])
            return true
        }
    }

    /// Stops following a list; its feeds stay.
    package func unfollow(_ id: FollowedListID) throws(ArticleStoreError) {
        try write { try $0.run("DELETE FROM followedList WHERE id = ?", [id.rawValue]) }
    }

    /// Returns the addresses of the followed lists that have a feed.
    package func listAddresses(of id: SubscriptionID) throws(ArticleStoreError) -> [String] {
        try read {
            try $0.all(
                """
                SELECT url FROM listedFeed JOIN followedList ON id = list WHERE subscription = ? AND isGone = 0
                ORDER BY list
                """, [id.rawValue]
            ) { $0[0] }
        }
    }

    package func record(_ health: FeedHealth, of id: FollowedListID) throws(ArticleStoreError) {
        try write { database in
            try database.run(
                """
                UPDATE followedList SET lastSuccess = ?, lastAttempt = ?, nextAttempt = ?, consecutiveFailures = ?,
                    problemKind = ?, problemMessage = ?
                WHERE id = ?
                """,
                [
                    health.lastSuccess?.stored, health.lastAttempt?.stored, health.nextAttempt?.stored,
                    health.consecutiveFailures, health.problem?.kind.rawValue, health.problem?.message, id.rawValue,
                ])
        }
    }

    /// Adds the feeds that are new in a followed list, and removes those that it had brought and lacks now, unless they
    /// have unread, starred or tagged articles or notes; all in one transaction.
    ///
    /// - Parameter preferences: the settings of new feeds, by address.
    package func apply(
        _ list: OPMLDocument, preferences: [String: FeedPreferences], to id: FollowedListID, at now: Date
    ) throws(ArticleStoreError) -> ListChanges {
        try write { database in
            guard try database.hasRow("SELECT 1 FROM followedList WHERE id = ?", [id.rawValue]) else {
                return ListChanges()
            }
            try database.keep(namespaces: list.namespaces)
            var update = ListUpdate(database: database, list: id.rawValue, now: now)
            try update.add(list.feeds, preferences)
            try update.removeMissing()
            return update.changes
        }
    }
}

extension Database {
    fileprivate func followedLists() throws -> [FollowedList] {
        try all(
            """
            SELECT id, url,
                (SELECT count(*) FROM listedFeed JOIN subscription ON subscription.id = subscription
                WHERE list = followedList.id AND isGone = 0 AND removedAt IS NULL),
                lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage
            FROM followedList ORDER BY id
            """
        ) { row in
            FollowedList(
                id: FollowedListID(rawValue: row[0]), url: row[1], health: FeedHealth(row: row, from: 3),
                feedCount: row[2])
        }
    }
}

/// One update of the library from a followed list.
private struct ListUpdate {
    /// A feed that the list has or had.
    private struct Known {
        var subscription: SubscriptionID?
        var isBrought: Bool
        var isGone: Bool
        var isRemoved: Bool
    }

    let database: Database
    let list: Int64
    let now: Date
    private(set) var changes = ListChanges()
    /// The comparable addresses in the list.
    private var listed: Set<String> = []

    init(database: Database, list: Int64, now: Date) {
        self.database = database
        self.list = list
        self.now = now
    }

    // MARK: - Feeds in the list

    mutating func add(_ feeds: [OPMLOutline], _ preferences: [String: FeedPreferences]) throws {
        let known = try knownFeeds()
        let position = try database.nextListPosition()
        var addresses = try KnownAddresses(of: database, includesFormer: true)
        for (index, outline) in feeds.enumerated() {
            guard let feedURL = outline.feedURL, listed.insert(ComparableAddress.of(feedURL)).inserted else { continue }
            let address = ComparableAddress.of(feedURL)
            if let feed = known[address], !(feed.isGone && feed.isBrought) {
                if feed.isGone { try keep(address, feed.subscription, isBrought: false) }
                continue
            }
            // The list has the feed for the first time, or again after it had removed it here.
            let spelled = addresses.spelling(of: feedURL)
            // A feed that returns keeps its name, its folder and its settings, which may be the person's.
            let isStored = try database.hasRow("SELECT 1 FROM subscription WHERE feedURL = ?", [spelled])
            let new = isStored ? NewSubscription(feedURL: spelled) : NewSubscription(outline, feedURL: spelled)
            let added = try database.add(new, at: position.addingSaturating(Int64(index)))
            try keep(address, added.id, isBrought: added.isNew)
            guard added.isNew else { continue }
            if !isStored, let wanted = preferences[feedURL] { try database.setPreferences(wanted, of: added.id) }
            changes.added += try feed(added.id)
        }
    }

    private func knownFeeds() throws -> [String: Known] {
        let rows = try database.all(
            """
            SELECT address, subscription.id, isBrought, isGone, removedAt IS NOT NULL
            FROM listedFeed LEFT JOIN subscription ON subscription.id = subscription WHERE list = ?
            """, [list]
        ) { row in
            let subscription = (row[1] as Int64?).map(SubscriptionID.init(rawValue:))
            return (
                row[0] as String,
                Known(subscription: subscription, isBrought: row[2], isGone: row[3], isRemoved: row[4])
            )
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    private func keep(_ address: String, _ id: SubscriptionID?, isBrought: Bool) throws {
        try database.run(
            "INSERT OR REPLACE INTO listedFeed (list, address, subscription, isBrought) VALUES (?, ?, ?, ?)",
            [list, address, id?.rawValue, isBrought])
    }

    // MARK: - Feeds that the list lacks

    mutating func removeMissing() throws {
        for (address, feed) in try knownFeeds() where !feed.isGone && !listed.contains(address) {
            let isRemoved = try remove(feed)
            try database.run(
                "UPDATE listedFeed SET isGone = 1, isBrought = ? WHERE list = ? AND address = ?",
                [isRemoved, list, address])
        }
        changes.removed.sort { $0.title < $1.title }
        changes.kept.sort { $0.title < $1.title }
    }

    /// Returns true if the feed is removed here.
    private mutating func remove(_ known: Known) throws -> Bool {
        guard let id = known.subscription, known.isBrought, !known.isRemoved else { return false }
        // Another list has it, and brings it from now on.
        let others = try database.all(
            """
            UPDATE listedFeed SET isBrought = 1 WHERE subscription = ? AND list <> ? AND isGone = 0 RETURNING list
            """, [id.rawValue, list]
        ) { $0[0] as Int64 }
        guard others.isEmpty else { return false }
        guard try !hasKeptArticles(id) else {
            changes.kept += try feed(id)
            return false
        }
        changes.removed += try feed(id)
        try database.remove(id, at: now)
        return true
    }

    private func hasKeptArticles(_ id: SubscriptionID) throws -> Bool {
        try database.hasRow(
            """
            SELECT 1 FROM article
            WHERE subscription = ? AND isListed = 1 AND (isRead = 0 OR isStarred = 1 OR note IS NOT NULL
                OR EXISTS (SELECT 1 FROM ownTag WHERE ownTag.article = article.id))
            LIMIT 1
            """, [id.rawValue])
    }

    private func feed(_ id: SubscriptionID) throws -> [ListChanges.Feed] {
        try database.all(
            "SELECT coalesce(customTitle, feedTitle), feedURL FROM subscription WHERE id = ?", [id.rawValue]
        ) { row in
            let address = ShownAddress.of(row[1])
            return ListChanges.Feed(title: row[0] ?? address, address: address)
        }
    }
}
