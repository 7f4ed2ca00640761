import Basics
package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Subscribes to the feeds of a list, at the end of the person's order, in one transaction. An existing subscription
    /// stays unchanged, however its address is spelled here, and if it has moved since; a subscription that was removed
    /// but not yet purged returns with its articles and marks, with the new name and folder if given. Returns the ids in
    /// the order of `feeds`.
    @discardableResult
    package func add(_ feeds: [NewSubscription]) throws(ArticleStoreError) -> [(id: SubscriptionID, isNew: Bool)] {
        try add(feeds, findingFormer: true)
    }

    /// Subscribes to one feed as to those of a list, except that the former address of a feed may be another feed now.
    @discardableResult
    package func add(_ feed: NewSubscription) throws(ArticleStoreError) -> (id: SubscriptionID, isNew: Bool) {
        try add([feed], findingFormer: false)[0]
    }

    /// Returns the subscriptions that `add` would find for the addresses of a list.
    package func known(_ addresses: [String]) throws(ArticleStoreError) -> [SubscriptionID?] {
        try read { database in
            var known = try KnownAddresses(of: database, includesFormer: true)
            return try addresses.map { address in
                try database.first(
                    "SELECT id FROM subscription WHERE feedURL = ? AND removedAt IS NULL", [known.spelling(of: address)]
                ) { SubscriptionID(rawValue: $0[0]) }
            }
        }
    }

    private func add(
        _ feeds: [NewSubscription], findingFormer: Bool
    ) throws(ArticleStoreError) -> [(id: SubscriptionID, isNew: Bool)] {
        try write { database in
            let firstPosition = try database.nextListPosition()
            var known = try KnownAddresses(of: database, includesFormer: findingFormer)
            return try feeds.enumerated().map { index, feed in
                var feed = feed
                feed.feedURL = known.spelling(of: feed.feedURL)
                return try database.add(feed, at: firstPosition.addingSaturating(Int64(index)))
            }
        }
    }

    /// Removes a subscription and its articles from every list until `restore` or `purge`.
    package func remove(_ id: SubscriptionID, at now: Date) throws(ArticleStoreError) {
        try write { try $0.remove(id, at: now) }
    }

    /// Undoes `remove`: restores the subscription, its articles, their marks and its position.
    ///
    /// - Parameter moment: the time of the removal. Pages of the feed "Saved" return even if another page was saved since.
    package func restore(_ id: SubscriptionID, removedAt moment: Date? = nil) throws(ArticleStoreError) {
        try write { database in
            try database.restore(id)
            guard let moment else { return }
            let pages = try database.all(
                "SELECT id FROM article WHERE subscription = ? AND deletedAt = ?", [id.rawValue, moment.stored]
            ) { ArticleID(rawValue: $0[0]) }
            if !pages.isEmpty { _ = try database.restoreDeleted(pages) }
        }
    }

    /// Gives a feed the person's own name; `nil` returns to the feed's. The title from an imported list stays stored
    /// for exports: OPML's `text` is the shown name, its `title` the feed's own.
    package func rename(_ id: SubscriptionID, to customTitle: String?) throws(ArticleStoreError) {
        try write { database in
            try database.run("UPDATE subscription SET customTitle = ? WHERE id = ?", [customTitle, id.rawValue])
            try database.forgetAppliedRules()
        }
    }

    package func move(_ id: SubscriptionID, to folder: [String]) throws(ArticleStoreError) {
        try write {
            try $0.run("UPDATE subscription SET folder = ? WHERE id = ?", [FolderPath(folder).text, id.rawValue])
        }
    }

    /// Renames or moves a folder with everything below it. An account whose own folder is among it puts later feeds
    /// into the new one.
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
            try database.moveAccounts(in: old, to: new)
        }
    }

    /// Puts these subscriptions into this order; the positions of all other subscriptions stay the same.
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

    /// Adopts the target of permanent redirects as a feed's address, unless another subscription has it. Lists that have
    /// the former address find the feed by it.
    package func moveFeed(_ id: SubscriptionID, to url: String) throws(ArticleStoreError) {
        try write { database in
            try database.run(
                """
                INSERT OR REPLACE INTO formerAddress (address, subscription)
                SELECT feedURL, id FROM subscription
                WHERE id = ?1 AND feedURL <> ?2 AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedURL = ?2)
                """, [id.rawValue, url])
            try database.run("UPDATE OR IGNORE subscription SET feedURL = ? WHERE id = ?", [url, id.rawValue])
        }
    }

    /// Changes a feed's address; returns false, without a change, if another subscription has that address.
    package func setFeedURL(_ url: String, of id: SubscriptionID) throws(ArticleStoreError) -> Bool {
        try write { database in
            try database.run(
                "UPDATE OR IGNORE subscription SET feedURL = ? WHERE id = ?", [url, id.rawValue])
            return try database.first("SELECT feedURL FROM subscription WHERE id = ?", [id.rawValue]) { $0[0] } == url
        }
    }

    /// Stores the person's settings of one feed that differ from the general ones.
    package func setPreferences(_ preferences: FeedPreferences, of id: SubscriptionID) throws(ArticleStoreError) {
        try write { try $0.setPreferences(preferences, of: id) }
    }
}

extension Database {
    func setPreferences(_ preferences: FeedPreferences, of id: SubscriptionID) throws {
        let former = try storedPreferences(of: id)
        let isPlain = preferences == FeedPreferences()
        let json = isPlain ? nil : String(decoding: try JSONEncoder().encode(preferences), as: UTF8.self)
        try run("UPDATE subscription SET preferences = ? WHERE id = ?", [json, id.rawValue])
        guard preferences.filter != former.filter else { return }
        // The next refresh must pass the document to the new filter, although the document is unchanged.
        try run(
            """
            UPDATE polling SET digest = NULL, etag = NULL, lastModified = NULL, validatorsSince = NULL
            WHERE subscription = ?
            """, [id.rawValue])
    }

    private func storedPreferences(of id: SubscriptionID) throws -> FeedPreferences {
        let json = try first("SELECT preferences FROM subscription WHERE id = ?", [id.rawValue]) { $0[0] as String? }
        return FeedPreferences(json: json ?? nil)
    }

    /// - Parameter position: its place in the person's order; the last one if nil.
    func add(_ feed: NewSubscription, at position: Int64? = nil) throws -> (id: SubscriptionID, isNew: Bool) {
        let known = try first("SELECT id, removedAt IS NOT NULL FROM subscription WHERE feedURL = ?", [feed.feedURL]) {
            (id: SubscriptionID(rawValue: $0[0]), isRemoved: $0[1] as Bool)
        }
        if let known {
            if known.isRemoved {
                try restore(known.id)
                try setUserAgent(feed.userAgent, of: known.id)
                try setNameAndFolder(from: feed, of: known.id)
            }
            return (known.id, known.isRemoved)
        }
        let position = try position ?? nextListPosition()
        try run(
            """
            INSERT INTO subscription (feedURL, customTitle, feedTitle, homePageURL, folder, attributes, position)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                feed.feedURL, feed.customTitle, feed.feedTitle, feed.homePageURL, FolderPath(feed.folder).text,
                Records.encode(feed.attributes), position,
            ])
        let id = lastInsertedRowID
        try run("INSERT INTO tally (subscription) VALUES (?)", [id])
        try run("INSERT INTO polling (subscription) VALUES (?)", [id])
        let added = SubscriptionID(rawValue: id)
        try setUserAgent(feed.userAgent, of: added)
        return (added, true)
    }

    /// Leaves the feed's own setting if there is no new one.
    private func setUserAgent(_ userAgent: String?, of id: SubscriptionID) throws {
        guard let userAgent else { return }
        var preferences = try storedPreferences(of: id)
        preferences.userAgent = userAgent
        try setPreferences(preferences, of: id)
    }

    /// Leaves the feed's earlier name and folder if there are no new ones.
    private func setNameAndFolder(from feed: NewSubscription, of id: SubscriptionID) throws {
        if let name = feed.customTitle {
            try run("UPDATE subscription SET customTitle = ? WHERE id = ?", [name, id.rawValue])
            try forgetAppliedRules()
        }
        guard !feed.folder.isEmpty else { return }
        try run("UPDATE subscription SET folder = ? WHERE id = ?", [FolderPath(feed.folder).text, id.rawValue])
    }

    func remove(_ id: SubscriptionID, at now: Date) throws {
        // As in `deleteArticles`, the clock may be behind.
        try run(
            """
            UPDATE subscription SET removedAt =
                max(?, coalesce((SELECT lastSuccess FROM polling WHERE subscription = subscription.id), 0))
            WHERE id = ? AND removedAt IS NULL
            """, [now.stored, id.rawValue])
        try run("UPDATE article SET isListed = 0 WHERE subscription = ? AND isListed = 1", [id.rawValue])
        try removeQueued(of: id)
    }

    func restore(_ id: SubscriptionID) throws {
        try makeLocalIfGone(id)
        try run("UPDATE subscription SET removedAt = NULL WHERE id = ?", [id.rawValue])
        // It stays although the list that brought it lacks it.
        try run("UPDATE listedFeed SET isBrought = 0 WHERE subscription = ?", [id.rawValue])
        try run(
            """
            UPDATE article SET isListed = 1
            WHERE subscription = ? AND isListed = 0 AND deletedAt IS NULL AND verdict >= 0
            """,
            [id.rawValue])
    }

    /// Returns the feeds that are left out of All, Unread and Today. Searches only feeds with preferences, which are
    /// few.
    func hiddenFeeds() throws -> [Int64] {
        try all(
            """
            SELECT id FROM subscription INDEXED BY subscription_preferences
            WHERE preferences IS NOT NULL AND json_valid(preferences) AND json_extract(preferences, '$.isHidden') = 1
                AND removedAt IS NULL
            """
        ) { $0[0] }
    }

    /// True if the person still reads this feed.
    func isSubscribed(_ id: SubscriptionID) throws -> Bool {
        try first("SELECT removedAt IS NULL FROM subscription WHERE id = ?", [id.rawValue]) { $0[0] } ?? false
    }
}
