package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Subscribes to feeds, at the end of the person's order, all in one transaction. A feed subscribed already stays as it
    /// is; one removed and not yet purged comes back with its articles and marks. Answers in the order asked.
    @discardableResult
    package func add(_ feeds: [NewSubscription]) throws(ArticleStoreError) -> [(id: SubscriptionID, isNew: Bool)] {
        try write { database in
            try feeds.map { try database.add($0) }
        }
    }

    @discardableResult
    package func add(_ feed: NewSubscription) throws(ArticleStoreError) -> (id: SubscriptionID, isNew: Bool) {
        try write { try $0.add(feed) }
    }

    /// Takes a subscription and its articles out of every list, until `restore` or `purge`.
    package func remove(_ id: SubscriptionID, at now: Date) throws(ArticleStoreError) {
        try write { try $0.remove(id, at: now) }
    }

    /// Undoes `remove`: the subscription, its articles, their marks and its place in the order are as they were.
    package func restore(_ id: SubscriptionID) throws(ArticleStoreError) {
        try write { try $0.restore(id) }
    }

    /// Gives a feed the person's own name; `nil` goes back to the feed's. The title under which a list named it stays beside
    /// that for the lists to come: OPML's `text` is what is shown, its `title` what the feed is called.
    package func rename(_ id: SubscriptionID, to customTitle: String?) throws(ArticleStoreError) {
        try write { database in
            try database.run("UPDATE subscription SET customTitle = ? WHERE id = ?", [customTitle, id.rawValue])
            try database.forgetJudgement()
        }
    }

    package func move(_ id: SubscriptionID, to folder: [String]) throws(ArticleStoreError) {
        try write {
            try $0.run("UPDATE subscription SET folder = ? WHERE id = ?", [FolderPath(folder).text, id.rawValue])
        }
    }

    /// Renames or moves a folder with all that is below it.
    package func moveFolder(_ folder: [String], to newFolder: [String]) throws(ArticleStoreError) {
        let (old, new) = (FolderPath(folder), FolderPath(newFolder))
        try write { database in
            let below = try database.all(
                "SELECT id, folder FROM subscription WHERE folder = ? OR (folder >= ? AND folder < ?)",
                [old.text, old.prefixOfContents, old.endOfContents]
            ) { (id: $0[0] as Int64, path: FolderPath(text: $0[1])) }
            for (id, path) in below {
                try database.run(
                    "UPDATE subscription SET folder = ? WHERE id = ?", [path.moved(from: old, to: new).text, id])
            }
            try database.moveFolders(old, to: new)
        }
    }

    /// Puts these subscriptions into this order, in the positions that they hold among the others.
    package func reorder(_ ids: [SubscriptionID]) throws(ArticleStoreError) {
        try write { database in
            let positions = try database.all(
                "SELECT position FROM subscription WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position",
                [ids.jsonArray]
            ) { $0[0] as Int64 }
            for (id, position) in zip(ids, positions) {
                try database.run("UPDATE subscription SET position = ? WHERE id = ?", [position, id.rawValue])
            }
        }
    }

    /// Adopts another address for a feed; answers false, and changes nothing, where another subscription has that address.
    package func setFeedURL(_ url: String, of id: SubscriptionID) throws(ArticleStoreError) -> Bool {
        try write { database in
            try database.run(
                "UPDATE OR IGNORE subscription SET feedURL = ? WHERE id = ?", [url, id.rawValue])
            return try database.first("SELECT feedURL FROM subscription WHERE id = ?", [id.rawValue]) { $0[0] } == url
        }
    }

    /// What the person wants of one feed that is not as for all others.
    package func setPreferences(_ preferences: FeedPreferences, of id: SubscriptionID) throws(ArticleStoreError) {
        try write { try $0.setPreferences(preferences, of: id) }
    }
}

extension Database {
    func setPreferences(_ preferences: FeedPreferences, of id: SubscriptionID) throws {
        let isPlain = preferences == FeedPreferences()
        let json = isPlain ? nil : String(decoding: try JSONEncoder().encode(preferences), as: UTF8.self)
        try run("UPDATE subscription SET preferences = ? WHERE id = ?", [json, id.rawValue])
    }

    func add(_ feed: NewSubscription) throws -> (id: SubscriptionID, isNew: Bool) {
        let known = try first("SELECT id, removedAt IS NOT NULL FROM subscription WHERE feedURL = ?", [feed.feedURL]) {
            (id: SubscriptionID(rawValue: $0[0]), isRemoved: $0[1] as Bool)
        }
        if let known {
            if known.isRemoved { try restore(known.id) }
            return (known.id, known.isRemoved)
        }
        try run(
            """
            INSERT INTO subscription (feedURL, customTitle, feedTitle, homePageURL, folder, attributes, position)
            VALUES (?, ?, ?, ?, ?, ?, \(nextListPosition))
            """,
            [
                feed.feedURL, feed.customTitle, feed.feedTitle, feed.homePageURL, FolderPath(feed.folder).text,
                Records.encode(feed.attributes),
            ])
        let id = lastInsertedRowID
        try run("INSERT INTO tally (subscription) VALUES (?)", [id])
        try run("INSERT INTO polling (subscription) VALUES (?)", [id])
        return (SubscriptionID(rawValue: id), true)
    }

    func remove(_ id: SubscriptionID, at now: Date) throws {
        try run("UPDATE subscription SET removedAt = ? WHERE id = ? AND removedAt IS NULL", [now.stored, id.rawValue])
        try run("UPDATE article SET isListed = 0 WHERE subscription = ? AND isListed = 1", [id.rawValue])
        try removeQueued(of: id)
    }

    func restore(_ id: SubscriptionID) throws {
        try run("UPDATE subscription SET removedAt = NULL WHERE id = ?", [id.rawValue])
        try run(
            """
            UPDATE article SET isListed = 1
            WHERE subscription = ? AND isListed = 0 AND deletedAt IS NULL AND verdict >= 0
            """,
            [id.rawValue])
    }

    /// Feeds that are left out of All, Unread and Today: looked for among those with preferences, which are few.
    func hiddenFeeds() throws -> [Int64] {
        try all(
            """
            SELECT id FROM subscription INDEXED BY subscription_preferences
            WHERE preferences IS NOT NULL AND json_valid(preferences) AND json_extract(preferences, '$.isHidden') = 1
                AND removedAt IS NULL
            """
        ) { $0[0] }
    }

    /// Whether the person still reads this feed.
    func isSubscribed(_ id: SubscriptionID) throws -> Bool {
        try first("SELECT removedAt IS NULL FROM subscription WHERE id = ?", [id.rawValue]) { $0[0] } ?? false
    }
}
