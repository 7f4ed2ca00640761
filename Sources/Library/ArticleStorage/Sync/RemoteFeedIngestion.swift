import Basics
import FeedModel
import GRDB

extension SyncIngestion {
    mutating func applyFeeds(of page: SyncPage) throws {
        guard page.listsAllFeeds || !page.feeds.isEmpty else { return }
        for feed in page.feeds where feed.isDeleted { try remove(feed.id) }
        // A page that changes single feeds need not be compared with the other feeds.
        var list = ListedFeeds(page.feeds, known: try mayHaveNewIDs(page) ? knownFeeds() : [])
        if page.listsAllFeeds, !isLedeServe { try freeIDs(of: page.feeds, in: list) }
        for feed in page.feeds where !feed.isDeleted { try apply(feed, in: &list) }
        guard page.listsAllFeeds else { return }
        let listed = Set(page.feeds.map(\.id))
        let known = try database.all(
            "SELECT remoteID FROM remoteFeed WHERE account = ? AND isGone = 0", [account]
        ) { $0[0] as String }
        for id in known where !listed.contains(id) { try remove(id) }
        if hasNewFeedIDs, try !hasServedArticle { try database.reset(AccountID(rawValue: account)) }
    }

    /// True if a feed of the page may be a known one under a new id.
    private mutating func mayHaveNewIDs(_ page: SyncPage) throws -> Bool {
        if page.listsAllFeeds { return true }
        for remote in page.feeds where !remote.isDeleted {
            if try feed(remote.id) == nil { return true }
        }
        return false
    }

    /// True if an article still has an id that the server knows. If the last one lost its id because its feed got a new
    /// one or lost its own, the server was reinstalled: its ids and its position start over.
    private var hasServedArticle: Bool {
        get throws {
            try database.hasRow(
                """
                SELECT 1 FROM remoteArticle
                WHERE account = ? AND remoteArticle.isGone = 0 AND \(ServedArticles.condition) LIMIT 1
                """, [account])
        }
    }

    private mutating func remove(_ remoteID: String) throws {
        guard let feed = try feed(remoteID) else { return }
        feeds[remoteID] = nil
        try database.run(
            "UPDATE remoteFeed SET isGone = 1 WHERE account = ? AND remoteID = ?", [account, remoteID])
        guard let subscription = feed.subscription else { return }
        try database.remove(SubscriptionID(rawValue: subscription), at: now)
    }

    private mutating func apply(_ remote: RemoteFeed, in list: inout ListedFeeds) throws {
        if try feed(remote.id) == nil { try adoptID(of: remote, in: &list) }
        if try feed(remote.id) == nil { try adoptFeedOfRemovedAccount(remote) }
        guard let known = try feed(remote.id) else { return try subscribe(to: remote) }
        feeds[remote.id] = nil
        guard let subscription = known.subscription else {
            // A feed that was purged after the server removed it is new again. One that the person removed stays
            // removed.
            if try isGone(remote.id) { try subscribe(to: remote) }
            return
        }
        let wasGone =
            try database.hasRow(
                "UPDATE remoteFeed SET isGone = 0 WHERE account = ? AND remoteID = ? AND isGone = 1 RETURNING 1",
                [account, remote.id])
        if wasGone {
            try wantArticles(of: subscription)
            try database.restore(SubscriptionID(rawValue: subscription))
        }
        try keepAddress(of: remote, as: subscription)
        let served = folderText(of: remote)
        let folder = try folderByHand(of: remote.id) ?? served
        try database.run(
            """
            UPDATE subscription SET feedTitle = ?1, homePageURL = coalesce(?2, homePageURL), folder = ?3
            WHERE id = ?4 AND (feedTitle IS NOT ?1 OR homePageURL IS NOT coalesce(?2, homePageURL) OR folder <> ?3)
            """,
            [remote.title, remote.homePageURL, folder, subscription])
        try database.run(
            "UPDATE remoteFeed SET folder = ?1 WHERE account = ?2 AND remoteID = ?3 AND folder IS NOT ?1",
            [served, account, remote.id])
    }

    private func isGone(_ remoteID: String) throws -> Bool {
        try database.first(
            "SELECT isGone FROM remoteFeed WHERE account = ? AND remoteID = ?", [account, remoteID]
        ) { $0[0] } ?? false
    }

    private func folderText(of remote: RemoteFeed) -> String {
        FolderPath(folder + remote.folder).text
    }

    /// Returns the folder that the person chose for a feed; nil if the feed is in the server's folder.
    private func folderByHand(of remoteID: String) throws -> String? {
        try database.first(
            """
            SELECT here.folder FROM remoteFeed AS served JOIN subscription AS here ON here.id = served.subscription
            WHERE account = ? AND remoteID = ? AND served.folder <> here.folder
            """,
            [account, remoteID]
        ) { $0[0] }
    }

    /// Gives a known feed with the same address the new id: the server has removed the feed and subscribed again, or
    /// has assigned ids again. The old id's articles no longer exist there; they are matched again by guid or link.
    private mutating func adoptID(of remote: RemoteFeed, in list: inout ListedFeeds) throws {
        guard let url = remote.feedURL, let known = try list.known(at: url).first(where: { try mayHaveNewID($0) })
        else { return }
        let subscription = known.subscription
        try database.run(
            "UPDATE remoteFeed SET remoteID = ? WHERE account = ? AND subscription = ?",
            [remote.id, account, subscription])
        list.recordNewID(of: known)
        try wantArticles(of: subscription)
        // The tags stay: if the new articles lack a label, nobody has removed it.
        try database.run(
            "DELETE FROM serverTag WHERE article IN (SELECT id FROM article WHERE subscription = ?)", [subscription])
        try database.run(
            """
            UPDATE remoteArticle SET remoteID = NULL
            WHERE article IN (SELECT id FROM article WHERE subscription = ?) AND remoteID IS NOT NULL
            """,
            [subscription])
        hasUnmatched = true
        hasNewFeedIDs = true
    }

    /// Takes over the feed that an account removed meanwhile had at this address, as one that its server lists again:
    /// its articles with their marks, tags and deletions are matched by guid or link.
    private mutating func adoptFeedOfRemovedAccount(_ remote: RemoteFeed) throws {
        guard let url = remote.feedURL else { return }
        // A local feed has a digest or a problem.
        let found = try database.first(
            """
            SELECT id, iif(removedAt IS NULL, lastAttempt, NULL)
            FROM subscription JOIN polling ON polling.subscription = id
            WHERE (feedURL = ?1 OR (feedURL > ?1 || '#' AND feedURL < ?1 || '$')) AND digest IS NULL
                AND iif(removedAt IS NULL, problemMessage = ?2, problemKind IS NULL)
                AND id NOT IN (SELECT subscription FROM remoteFeed WHERE subscription IS NOT NULL)
            ORDER BY removedAt DESC LIMIT 1
            """, [url, FeedProblem.accountRemoved.message]
        ) { (former: $0[0] as Int64, keptAt: $0[1] as Double?) }
        guard let (former, keptAt) = found else { return }
        if let keptAt { try restoreArticles(of: former, deletedAt: keptAt) }
        try database.run(
            """
            INSERT OR REPLACE INTO remoteFeed (account, remoteID, subscription, isGone, folder)
            SELECT ?, ?, id, 1, folder FROM subscription WHERE id = ?
            """, [account, remote.id, former])
        try database.run(
            "INSERT OR IGNORE INTO remoteArticle (article, account) SELECT id, ? FROM article WHERE subscription = ?",
            [account, former])
        hasUnmatched = true
    }

    /// Undoes the removal of all but the starred articles of a feed.
    private func restoreArticles(of subscription: Int64, deletedAt moment: Double) throws {
        let deleted = try database.all(
            "SELECT id FROM article WHERE subscription = ? AND deletedAt = ?", [subscription, moment]
        ) { ArticleID(rawValue: $0[0]) }
        if try database.restoreDeleted(deleted).isEmpty {
            // After the purge, tombstones would refuse those that the server still has.
            try database.run("DELETE FROM tombstone WHERE subscription = ?", [subscription])
        }
        try database.run(
            "UPDATE polling SET problemKind = NULL, problemMessage = NULL WHERE subscription = ?", [subscription])
    }

    /// False for a feed of `lede serve` with articles whose ids are valid: it reports a removal before a new id, and a
    /// reset makes the articles' ids invalid. A feed that the server fetches itself and a feed of one of its accounts
    /// differ only in the fragments of their addresses, so the new id is the id of the other feed.
    private func mayHaveNewID(_ known: ListedFeeds.Known) throws -> Bool {
        guard isLedeServe, !known.isGone else { return true }
        return try !database.hasRow(
            """
            SELECT 1 FROM article JOIN remoteArticle ON remoteArticle.article = article.id
            WHERE subscription = ? AND account = ? AND remoteID IS NOT NULL LIMIT 1
            """,
            [known.subscription, account])
    }

    /// Makes the next sync fetch the articles that the server kept while it did not have their feed.
    private func wantArticles(of subscription: Int64) throws {
        try database.run(
            """
            DELETE FROM skippedArticle WHERE account = ? AND remoteID IN
                (SELECT remoteID FROM remoteArticle JOIN article ON article.id = remoteArticle.article
                WHERE subscription = ?)
            """,
            [account, subscription])
    }

    private mutating func subscribe(to remote: RemoteFeed) throws {
        let feed = NewSubscription(
            feedURL: try freeAddress(remote.feedURL ?? remote.id), folder: folder + remote.folder,
            feedTitle: remote.title, homePageURL: remote.homePageURL)
        let id = try database.add(feed).id.rawValue
        try database.run(
            "INSERT OR REPLACE INTO remoteFeed (account, remoteID, subscription, folder) VALUES (?, ?, ?, ?)",
            [account, remote.id, id, folderText(of: remote)])
        feeds[remote.id] = KnownFeed(subscription: id, isRemoved: false)
    }

    // MARK: - Addresses

    /// Returns the feeds of the account that have a subscription here.
    private func knownFeeds() throws -> [ListedFeeds.Known] {
        try database.all(
            """
            SELECT remoteID, remoteFeed.subscription, feedURL, feedTitle, homePageURL, isGone
            FROM remoteFeed JOIN subscription ON subscription.id = remoteFeed.subscription WHERE account = ?
            """, [account]
        ) { row in
            let address = row[2] as String
            let mark = accountMark
            let written = address.hasSuffix(mark) ? String(address.dropLast(mark.count)) : address
            return ListedFeeds.Known(
                id: row[0], subscription: row[1], address: ComparableAddress.of(written), title: row[3],
                homePageURL: row[4], isGone: row[5])
        }
    }

    /// Takes ids that now belong to other feeds from the feeds that had them. These leave the lists, unless the server
    /// lists their addresses under other ids.
    private mutating func freeIDs(of listed: [RemoteFeed], in list: ListedFeeds) throws {
        for remote in listed where !remote.isDeleted {
            guard let known = list.displaced(by: remote) else { continue }
            feeds[known.id] = nil
            // No server uses an id with a space.
            try database.run(
                "UPDATE remoteFeed SET remoteID = ?, isGone = 1 WHERE account = ? AND subscription = ?",
                ["former \(known.subscription)", account, known.subscription])
            try database.remove(SubscriptionID(rawValue: known.subscription), at: now)
            hasNewFeedIDs = true
        }
    }

    /// Stores the address that the server reports for a known feed: it changes if the feed has moved, or if other
    /// subscriptions no longer have it.
    private func keepAddress(of remote: RemoteFeed, as subscription: Int64) throws {
        guard let url = remote.feedURL else { return }
        let known = try database.first("SELECT feedURL FROM subscription WHERE id = ?", [subscription]) {
            $0[0] as String
        }
        guard known != url else { return }
        let address = try freeAddress(url)
        guard known != address else { return }
        try database.run("UPDATE OR IGNORE subscription SET feedURL = ? WHERE id = ?", [address, subscription])
    }

    /// Returns the address under which a feed is stored. The person may read the same feed without this server:
    /// addresses are unique, and a fragment is never sent.
    private func freeAddress(_ address: String) throws -> String {
        let isTaken =
            try database.hasRow("SELECT 1 FROM subscription WHERE feedURL = ?", [address])
        return isTaken ? address + accountMark : address
    }

    private var accountMark: String { "#\(account)" }

    // MARK: - Reading

    /// Returns the feed with this id; a new one if its first article arrives before its description. A server that
    /// lists its feeds has just removed or just added such a feed: it stays out of the lists until the server names it.
    mutating func feedOrNew(_ remoteID: String) throws -> KnownFeed? {
        if let known = try feed(remoteID) { return known }
        try subscribe(to: RemoteFeed(id: remoteID))
        if !isLedeServe { try remove(remoteID) }
        return try feed(remoteID)
    }

    mutating func feed(_ remoteID: String) throws -> KnownFeed? {
        if let feed = feeds[remoteID] { return feed }
        let feed = try database.first(
            """
            SELECT subscription, removedAt IS NOT NULL
            FROM remoteFeed LEFT JOIN subscription ON subscription.id = subscription
            WHERE account = ? AND remoteID = ?
            """,
            [account, remoteID]
        ) { KnownFeed(subscription: $0[0], isRemoved: $0[1]) }
        feeds[remoteID] = feed
        return feed
    }
}
