import Basics
package import FeedModel
import FeedRules
package import FoundationEssentials
import GRDB

/// What taking in a page changed.
package struct SyncSummary: Equatable, Sendable {
    /// By subscription.
    package var new: [SubscriptionID: [ArticleID]] = [:]
    /// Edited, marked or deleted elsewhere.
    package var changed: [SubscriptionID: [ArticleID]] = [:]

    package init() {}
}

extension ArticleStore {
    /// Takes in a page, its articles with their marks and the cursor in one transaction: after a kill it is asked again, or it
    /// is done. Articles are known by the server's ids, else by guid, else by link. A mark that waits in the outbox beats the
    /// server's older value; what was deleted here does not come back.
    package func take(
        _ page: SyncPage, into account: AccountID, at now: Date
    ) throws(ArticleStoreError) -> SyncSummary {
        // What can be worked out before the database is asked is not worked out in the transaction.
        let judges = try judges(for: page, of: account)
        let incoming = page.articles.map { article in
            let judge = judges[article.feed ?? ""] ?? ArticleJudge()
            return (remote: article, article: article.item.map { IncomingArticle($0, received: now, judge: judge) })
        }
        return try write { database in
            var ingestion = try SyncIngestion(account: account.rawValue, now: now, database: database)
            try ingestion.takeFeeds(of: page)
            for (remote, article) in incoming { try ingestion.take(remote, article) }
            try ingestion.moveCursor(to: page.cursor)
            if page.hasGap {
                try database.run("UPDATE account SET gapFound = ? WHERE id = ?", [now.stored, account.rawValue])
            }
            return ingestion.summary
        }
    }

    /// The server's positions and ids are others now. Every article and every mark that waits stays; ids are forgotten, and
    /// what is listed again is known by its guid or its link.
    package func resetAccount(_ id: AccountID) throws(ArticleStoreError) {
        try write { database in
            try database.run(
                "UPDATE account SET epoch = NULL, cursor = NULL, anchor = NULL WHERE id = ?", [id.rawValue])
            try database.run("UPDATE remoteArticle SET remoteID = NULL WHERE account = ?", [id.rawValue])
        }
    }

    /// Sets the marks of all of an account's articles to what its server says, from whole sets of ids, in one transaction.
    /// Marks that wait in the outbox stay.
    ///
    /// - Returns: the ids that are not here.
    package func takeStates(
        unread: Set<String>, starred: Set<String>, of account: AccountID
    ) throws(ArticleStoreError) -> Set<String> {
        try write { database in
            var missing = unread.union(starred)
            let articles = try database.all(
                "SELECT article, remoteID FROM remoteArticle WHERE account = ? AND remoteID IS NOT NULL",
                [account.rawValue]
            ) { (id: $0[0] as Int64, remoteID: $0[1] as String) }
            for (id, remoteID) in articles {
                missing.remove(remoteID)
                try database.overwrite(.read(!unread.contains(remoteID)), of: id)
                try database.overwrite(.starred(starred.contains(remoteID)), of: id)
            }
            return missing
        }
    }
}

extension ArticleStore {
    /// The person's rules for the feeds of a page, by the server's names for them.
    private func judges(
        for page: SyncPage, of account: AccountID
    ) throws(ArticleStoreError) -> [String: ArticleJudge] {
        guard !rules.isEmpty else { return [:] }
        var judges: [String: ArticleJudge] = [:]
        for name in Set(page.articles.compactMap(\.feed)) {
            let told = page.feeds.first { $0.id == name }
            let known = try read {
                try $0.first(
                    "SELECT subscription FROM remoteFeed WHERE account = ? AND remoteID = ? AND subscription IS NOT NULL",
                    [account.rawValue, name]
                ) { SubscriptionID(rawValue: $0[0]) }
            }
            judges[name] =
                if let known { try judge(of: known, titled: told?.title) } else {
                    ArticleJudge(rules, feedTitle: told?.title, feedURL: told?.feedURL ?? name)
                }
        }
        return judges
    }
}

/// One page on its way into the library.
private struct SyncIngestion {
    let account: Int64
    let now: Date
    let database: Database
    var summary = SyncSummary()
    private var feeds: [String: Feed] = [:]
    /// Whether any article waits to be known again, as it does after the server's ids have become others.
    private let hasForgotten: Bool

    private struct Feed {
        /// Nil: the person has given it up here.
        var subscription: Int64?
        var isRemoved: Bool
    }

    init(account: Int64, now: Date, database: Database) throws {
        self.account = account
        self.now = now
        self.database = database
        hasForgotten =
            try database.first(
                "SELECT EXISTS (SELECT 1 FROM remoteArticle WHERE account = ? AND remoteID IS NULL)", [account]
            ) { $0[0] } ?? false
    }

    func moveCursor(to cursor: SyncCursor) throws {
        try database.run(
            """
            UPDATE account SET epoch = ?1, cursor = ?2, anchor = ?3
            WHERE id = ?4 AND (epoch IS NOT ?1 OR cursor IS NOT ?2 OR anchor IS NOT ?3)
            """,
            [cursor.epoch, cursor.position, cursor.anchor, account])
    }

    // MARK: Feeds

    mutating func takeFeeds(of page: SyncPage) throws {
        for feed in page.feeds {
            if feed.isDeleted { try remove(feed.id) } else { try take(feed) }
        }
        guard page.listsAllFeeds else { return }
        let listed = Set(page.feeds.map(\.id))
        let known = try database.all(
            "SELECT remoteID FROM remoteFeed WHERE account = ? AND isGone = 0", [account]
        ) { $0[0] as String }
        for id in known where !listed.contains(id) { try remove(id) }
    }

    private mutating func remove(_ remoteID: String) throws {
        guard let feed = try feed(remoteID) else { return }
        feeds[remoteID] = nil
        try database.run(
            "UPDATE remoteFeed SET isGone = 1 WHERE account = ? AND remoteID = ?", [account, remoteID])
        guard let subscription = feed.subscription else { return }
        try database.remove(SubscriptionID(rawValue: subscription), at: now)
    }

    private mutating func take(_ remote: RemoteFeed) throws {
        if try feed(remote.id) == nil { try adoptID(of: remote) }
        guard let known = try feed(remote.id) else { return try subscribe(to: remote) }
        feeds[remote.id] = nil
        guard let subscription = known.subscription else { return }
        let wasGone =
            try database.first(
                "UPDATE remoteFeed SET isGone = 0 WHERE account = ? AND remoteID = ? AND isGone = 1 RETURNING 1",
                [account, remote.id]
            ) { _ in true } ?? false
        if wasGone { try database.restore(SubscriptionID(rawValue: subscription)) }
        let told = FolderPath(remote.folder).text
        let folder = try folderByHand(of: remote.id) ?? told
        try database.run(
            """
            UPDATE subscription SET feedTitle = ?1, homePageURL = ?2, folder = ?3
            WHERE id = ?4 AND (feedTitle IS NOT ?1 OR homePageURL IS NOT ?2 OR folder <> ?3)
            """,
            [remote.title, remote.homePageURL, folder, subscription])
        try database.run(
            "UPDATE remoteFeed SET folder = ?1 WHERE account = ?2 AND remoteID = ?3 AND folder IS NOT ?1",
            [told, account, remote.id])
    }

    /// Where the person has put a feed, which is where it stays; nil while it lies where the server said last. (A name of the
    /// person's own stands apart from the feed's title.)
    private func folderByHand(of remoteID: String) throws -> String? {
        try database.first(
            """
            SELECT here.folder FROM remoteFeed AS told JOIN subscription AS here ON here.id = told.subscription
            WHERE account = ? AND remoteID = ? AND told.folder <> here.folder
            """,
            [account, remoteID]
        ) { $0[0] }
    }

    /// A feed of the same address that the server calls by another name now.
    private func adoptID(of remote: RemoteFeed) throws {
        guard let url = remote.feedURL else { return }
        try database.run(
            """
            UPDATE remoteFeed SET remoteID = ?1 WHERE account = ?2 AND subscription IN
                (SELECT id FROM subscription WHERE feedURL = ?3 OR feedURL = ?3 || '#' || account)
            """,
            [remote.id, account, url])
    }

    private mutating func subscribe(to remote: RemoteFeed) throws {
        // The person may read the same feed without this server: addresses are unique, and a fragment is never sent.
        let address = remote.feedURL ?? remote.id
        let isTaken =
            try database.first("SELECT 1 FROM subscription WHERE feedURL = ?", [address]) { _ in true } ?? false
        let feed = NewSubscription(
            feedURL: isTaken ? "\(address)#\(account)" : address, folder: remote.folder, feedTitle: remote.title,
            homePageURL: remote.homePageURL)
        let id = try database.add(feed).id.rawValue
        try database.run(
            "INSERT OR REPLACE INTO remoteFeed (account, remoteID, subscription, folder) VALUES (?, ?, ?, ?)",
            [account, remote.id, id, FolderPath(remote.folder).text])
        feeds[remote.id] = Feed(subscription: id, isRemoved: false)
    }

    private mutating func feed(_ remoteID: String) throws -> Feed? {
        if let feed = feeds[remoteID] { return feed }
        let feed = try database.first(
            """
            SELECT subscription, removedAt IS NOT NULL
            FROM remoteFeed LEFT JOIN subscription ON subscription.id = subscription
            WHERE account = ? AND remoteID = ?
            """,
            [account, remoteID]
        ) { Feed(subscription: $0[0], isRemoved: $0[1]) }
        feeds[remoteID] = feed
        return feed
    }

    // MARK: Articles

    mutating func take(_ remote: RemoteArticle, _ incoming: IncomingArticle?) throws {
        guard let incoming else { return try delete(remote.id) }
        if let known = try known(remote, incoming) {
            try update(known, remote, incoming)
        } else {
            try insert(remote, incoming)
        }
    }

    private struct Known {
        var id: Int64
        var subscription: Int64
        var fingerprint: Int64
        var isDeleted: Bool
    }

    /// By the server's id; else, among those whose ids were forgotten, by guid and then by link.
    private mutating func known(_ remote: RemoteArticle, _ incoming: IncomingArticle) throws -> Known? {
        let rows = """
            SELECT article.id, subscription, fingerprint, deletedAt IS NOT NULL
            FROM remoteArticle JOIN article ON article.id = article
            """
        let read = { (row: Row) in
            Known(id: row[0], subscription: row[1], fingerprint: row[2], isDeleted: row[3])
        }
        if let known = try database.first(rows + " WHERE account = ? AND remoteID = ?", [account, remote.id], read) {
            return known
        }
        guard hasForgotten, let feed = try remote.feed.flatMap({ try feed($0)?.subscription }) else { return nil }
        let forgotten = rows + " JOIN content USING (article) WHERE subscription = ? AND remoteID IS NULL"
        let known =
            try database.first(forgotten + " AND guid = ?", [feed, incoming.item.id], read)
            ?? incoming.item.url.flatMap { url in
                try database.first(forgotten + " AND url = ? LIMIT 1", [feed, url], read)
            }
        if let known {
            try database.run(
                "UPDATE remoteArticle SET remoteID = ? WHERE article = ?", [remote.id, known.id])
        }
        return known
    }

    private mutating func update(_ known: Known, _ remote: RemoteArticle, _ incoming: IncomingArticle) throws {
        var isChanged = false
        if known.isDeleted {
            // A deletion made here stays; one that the server told of and took back is taken back.
            guard try database.takeBackDeletion(of: known.id) else { return }
            isChanged = true
        }
        if known.fingerprint != incoming.fingerprint {
            try database.replace(known.id, by: incoming)
            isChanged = true
        }
        if try mark(known.id, as: remote) { isChanged = true }
        if isChanged { note(known.id, of: known.subscription, in: \.changed) }
    }

    private mutating func insert(_ remote: RemoteArticle, _ incoming: IncomingArticle) throws {
        let name = remote.feed ?? ""
        if try feed(name) == nil { try subscribe(to: RemoteFeed(id: name)) }
        guard let feed = try feed(name), let subscription = feed.subscription else { return }
        let id = SubscriptionID(rawValue: subscription)
        guard try !database.hasTombstone(of: Fingerprint(guid: incoming.item.id), in: id) else { return }
        let article = try database.insert(incoming, into: id, received: now)
        var tally = NewArticleCount()
        tally.add(incoming.verdict)
        try database.count(new: tally, in: id)
        try database.run(
            "INSERT INTO remoteArticle (article, account, remoteID) VALUES (?, ?, ?)",
            [article.rawValue, account, remote.id])
        _ = try mark(article.rawValue, as: remote)
        if feed.isRemoved {
            try database.run("UPDATE article SET isListed = 0 WHERE id = ?", [article.rawValue])
        } else {
            note(article.rawValue, of: subscription, in: \.new)
        }
    }

    /// Takes over the server's marks, but those that the person has changed since; answers whether any was another.
    private func mark(_ id: Int64, as remote: RemoteArticle) throws -> Bool {
        let isRead = try remote.isRead.map { try database.overwrite(.read($0), of: id) } ?? false
        let isStarred = try remote.isStarred.map { try database.overwrite(.starred($0), of: id) } ?? false
        return isRead || isStarred
    }

    private mutating func delete(_ remoteID: String) throws {
        let deleted = try database.first(
            """
            UPDATE article SET isListed = 0, deletedAt = ?
            WHERE id = (SELECT article FROM remoteArticle WHERE account = ? AND remoteID = ?) AND deletedAt IS NULL
            RETURNING id, subscription
            """,
            [now.stored, account, remoteID]
        ) { (id: $0[0] as Int64, subscription: $0[1] as Int64) }
        guard let deleted else { return }
        try database.run("UPDATE remoteArticle SET isGone = 1 WHERE article = ?", [deleted.id])
        note(deleted.id, of: deleted.subscription, in: \.changed)
    }

    private mutating func note(
        _ id: Int64, of subscription: Int64, in list: WritableKeyPath<SyncSummary, [SubscriptionID: [ArticleID]]>
    ) {
        summary[keyPath: list][SubscriptionID(rawValue: subscription), default: []].append(ArticleID(rawValue: id))
    }
}

extension Database {
    /// Gives an article the server's mark where none of the person's waits; answers whether it was another. Nothing goes into
    /// the outbox: the server knows.
    @discardableResult
    fileprivate func overwrite(_ mark: Mark, of id: Int64) throws -> Bool {
        let (column, value) = mark.columnAndValue
        return try first(
            """
            UPDATE article SET \(column) = ?1 WHERE id = ?2 AND \(column) <> ?1
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE article = ?2 AND field = ?3)
            RETURNING 1
            """,
            [value, id, mark.field]
        ) { _ in true } ?? false
    }

    fileprivate func takeBackDeletion(of id: Int64) throws -> Bool {
        let wasTheServers =
            try first("UPDATE remoteArticle SET isGone = 0 WHERE article = ? AND isGone = 1 RETURNING 1", [id]) { _ in
                true
            }
            ?? false
        guard wasTheServers else { return false }
        try run(
            """
            UPDATE article SET deletedAt = NULL, isListed = verdict >= 0 AND
                (SELECT removedAt IS NULL FROM subscription WHERE subscription.id = article.subscription)
            WHERE id = ?
            """, [id])
        return true
    }
}
