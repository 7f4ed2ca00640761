import Basics
package import FeedModel
import FeedRules
package import FoundationEssentials
import GRDB

/// The changes made by storing a page.
package struct SyncSummary: Equatable, Sendable {
    /// New articles, by subscription.
    package var new: [SubscriptionID: [ArticleID]] = [:]
    /// Articles edited, marked or deleted on the server, by subscription.
    package var changed: [SubscriptionID: [ArticleID]] = [:]

    package init() {}

    package mutating func add(_ other: SyncSummary) {
        new.merge(other.new, uniquingKeysWith: +)
        changed.merge(other.changed, uniquingKeysWith: +)
    }
}

extension ArticleStore {
    /// Stores a page: its feeds, its articles with their marks, and the cursor with the last of them. After a kill the
    /// page is requested again. Articles are matched by the server's id, otherwise by guid, otherwise by link with
    /// title or date. A mark that waits in the outbox overrides the server's older value; articles deleted here do not
    /// return.
    package func apply(
        _ page: SyncPage, to account: AccountID, at now: Date
    ) throws(ArticleStoreError) -> SyncSummary {
        try endMutes(at: now)
        // Computed before the transaction, so that the transaction is short.
        let matchers = try matchers(for: page, of: account)
        let incoming = page.articles.map { article in
            let matcher = matchers[article.feed ?? ""] ?? RuleMatcher()
            return (remote: article, article: article.item.map { IncomingArticle($0, received: now, matcher: matcher) })
        }
        var summary = SyncSummary()
        let pieces = incoming.isEmpty ? [incoming[...]] : incoming.pieces(of: articlesAtOnce)
        for (index, piece) in pieces.enumerated() {
            try write { database in
                var ingestion = try SyncIngestion(account: account.rawValue, now: now, database: database)
                if index == 0 { try ingestion.applyFeeds(of: page) }
                for (remote, article) in piece { try ingestion.apply(remote, article) }
                if index == pieces.count - 1 { try ingestion.finish(page) }
                summary.add(ingestion.summary)
            }
        }
        return summary
    }

    /// Resets the account after the server has assigned new positions and ids. Every article and every waiting mark
    /// stays; the ids are forgotten, and articles are matched by guid or link when they are listed again.
    package func resetAccount(_ id: AccountID) throws(ArticleStoreError) {
        try write { try $0.reset(id) }
    }

    /// Returns the person's rules for the feeds of a page, by the server's ids of the feeds.
    private func matchers(
        for page: SyncPage, of account: AccountID
    ) throws(ArticleStoreError) -> [String: RuleMatcher] {
        guard !rules.isEmpty else { return [:] }
        var matchers: [String: RuleMatcher] = [:]
        for name in Set(page.articles.compactMap(\.feed)) {
            let listed = page.feeds.first { $0.id == name }
            let known = try read {
                try $0.first(
                    "SELECT subscription FROM remoteFeed WHERE account = ? AND remoteID = ? AND subscription IS NOT NULL",
                    [account.rawValue, name]
                ) { SubscriptionID(rawValue: $0[0]) }
            }
            matchers[name] =
                if let known { try ruleMatcher(for: known, titled: listed?.title) } else {
                    RuleMatcher(rules, feedTitle: listed?.title, feedURL: listed?.feedURL ?? name)
                }
        }
        return matchers
    }
}

extension Database {
    /// Forgets an account's position and ids.
    func reset(_ id: AccountID) throws {
        try run("UPDATE account SET epoch = NULL, cursor = NULL, anchor = NULL WHERE id = ?", [id.rawValue])
        try forgetServerTags(of: id)
        try run("UPDATE remoteArticle SET remoteID = NULL WHERE account = ? AND remoteID IS NOT NULL", [id.rawValue])
        try run("DELETE FROM skippedArticle WHERE account = ?", [id.rawValue])
    }
}

/// Articles stored in one transaction (default 200): it takes about ten milliseconds, so that no mark waits long.
private let articlesAtOnce = 200

/// One page, or a part of it, that is being stored.
struct SyncIngestion {
    let account: Int64
    let now: Date
    let database: Database
    var summary = SyncSummary()
    var feeds: [String: KnownFeed] = [:]
    /// True if articles wait to be matched again, after the server has assigned new ids.
    var hasUnmatched: Bool
    /// True if a known feed has got a new id, or has lost its id to another feed.
    var hasNewFeedIDs = false
    /// True for `lede serve`. It lists only the feeds of its articles, and never assigns an id again.
    let isLedeServe: Bool
    /// The folder of the account, outermost first.
    let folder: [String]

    struct KnownFeed {
        /// Nil if the person has removed it here.
        var subscription: Int64?
        var isRemoved: Bool
    }

    init(account: Int64, now: Date, database: Database) throws {
        self.account = account
        self.now = now
        self.database = database
        hasUnmatched =
            try database.first(
                "SELECT EXISTS (SELECT 1 FROM remoteArticle WHERE account = ? AND remoteID IS NULL)", [account]
            ) { $0[0] } ?? false
        let known = try database.first("SELECT folder, kind = 'since' FROM account WHERE id = ?", [account]) {
            (folder: FolderPath(text: $0[0]).names, isLedeServe: $0[1] as Bool)
        }
        folder = known?.folder ?? []
        isLedeServe = known?.isLedeServe ?? false
    }

    func finish(_ page: SyncPage) throws {
        if let cursor = page.cursor { try moveCursor(to: cursor) }
        if page.hasGap {
            try database.run("UPDATE account SET gapFound = ? WHERE id = ?", [now.stored, account])
        }
    }

    private func moveCursor(to cursor: SyncCursor) throws {
        try database.run(
            """
            UPDATE account SET epoch = ?1, cursor = ?2, anchor = ?3
            WHERE id = ?4 AND (epoch IS NOT ?1 OR cursor IS NOT ?2 OR anchor IS NOT ?3)
            """,
            [cursor.epoch, cursor.position, cursor.anchor, account])
    }

    mutating func note(
        _ id: Int64, of subscription: Int64, in list: WritableKeyPath<SyncSummary, [SubscriptionID: [ArticleID]]>
    ) {
        summary[keyPath: list][SubscriptionID(rawValue: subscription), default: []].append(ArticleID(rawValue: id))
    }
}
