import Basics
package import FeedModel
import GRDB

import struct FoundationEssentials.Date

/// The extent of the change log.
package struct ChangeLogState: Equatable, Sendable {
    /// Changes whenever positions are assigned again.
    package var epoch: String
    /// The highest assigned position; 0 if there is none.
    package var last: Int64
    /// Positions below this one are removed for good.
    package var oldest: Int64
    /// The highest position that retention removed: a client below it has missed a change.
    package var givenUp: Int64
}

/// The latest change of one article.
package struct LoggedArticle: Equatable, Sendable {
    package var position: Int64
    /// The article's permanent name, from the feed and the guid.
    package var wireID: String
    /// The wire id of its feed.
    package var feed: String
    /// Nil if it was deleted.
    package var article: Article?
    /// The person's own tags.
    package var tags: [String]
}

/// The latest change of one subscription.
package struct LoggedFeed: Equatable, Sendable {
    package var position: Int64
    package var wireID: String
    /// Nil if the person no longer reads it.
    package var subscription: Subscription?
}

/// A part of the log, from one snapshot of the library.
package struct ChangeLogPage: Equatable, Sendable {
    package var state: ChangeLogState
    package var articles: [LoggedArticle]
    package var feeds: [LoggedFeed]
    /// The position at its end; nil for a page of earlier articles.
    package var reaches: Int64?
    package var hasMore: Bool
}

/// Selects a part of the log.
package enum ChangeLogRange: Equatable, Sendable {
    /// The newest existing articles, newest first, and all feeds in the person's order.
    case newest
    /// Existing articles with a position below this one, newest first, and no feeds.
    case before(Int64)
    /// All changes after this position, oldest first, and the feeds that changed with them.
    case after(Int64)
}

extension ArticleStore {
    /// Starts the log if there is none, and assigns positions to all changes since the last call, in short
    /// transactions.
    ///
    /// - Parameter mayContinue: receives the approximate number of remaining new articles before each one, and returns
    ///   false to stop.
    @discardableResult
    package func enterChanges(
        mayContinue: (_ left: Int64) -> Bool = { _ in true }
    ) throws(ArticleStoreError) -> ChangeLogState {
        // Without news nothing is written; clients would get the old articles for ever.
        try checkPlace()
        while let left = try read({ try $0.unenteredChanges() }), mayContinue(left) {
            try write { try $0.enterChanges(limit: loggedAtOnce) }
        }
        return try read { try $0.changeLogState() }
    }

    /// The extent of the log, without new entries; nil if it was never started.
    package func changeLogState() throws(ArticleStoreError) -> ChangeLogState? {
        try read { database in
            try database.hasRow("SELECT 1 FROM changeLog") ? database.changeLogState() : nil
        }
    }

    /// Assigns positions again: clients must list everything again. For a library that was restored from a backup.
    package func startNewEpoch() throws(ArticleStoreError) {
        try write { try $0.run("UPDATE changeLog SET epoch = ?", [newEpoch()]) }
    }

    /// A part of the log, up to its last entered change, with at most `limit` articles and about `bytes` of text: clients
    /// refuse a response above 32 MB, and would never get past such a page.
    package func changes(
        _ range: ChangeLogRange, limit: Int, bytes: Int = 8 << 20
    ) throws(ArticleStoreError) -> ChangeLogPage {
        try read { try $0.changes(range, limit: limit, bytes: bytes) }
    }

    /// The wire ids of all articles that are unread or starred, as of the state's last position.
    package func loggedArticles(
        withMark mark: Mark
    ) throws(ArticleStoreError) -> (state: ChangeLogState, wireIDs: [String]) {
        let column = mark.column ?? "0"
        return try read { database in
            let ids = try database.all(
                """
                SELECT wireID FROM article JOIN loggedArticle ON loggedArticle.article = article.id
                WHERE isListed = 1 AND \(column) = ? ORDER BY position
                """, [mark.value]
            ) { $0[0] as String }
            return (try database.changeLogState(), ids)
        }
    }

    /// Sets marks by wire id in one transaction; returns the articles that exist.
    package func set(_ marks: [(wireID: String, mark: Mark)]) throws(ArticleStoreError) -> [Bool] {
        try write { database in
            try marks.map { wireID, mark in
                let id = try database.first(
                    """
                    SELECT id FROM loggedArticle JOIN article ON article.id = loggedArticle.article
                    WHERE wireID = ? AND isListed = 1
                    """, [wireID]
                ) { ArticleID(rawValue: $0[0]) }
                if let id { _ = try database.set(mark, on: [id]) }
                return id != nil
            }
        }
    }
}

/// Changes that get their positions in one transaction, which takes about ten milliseconds.
private let loggedAtOnce = 1_000

private func newEpoch() -> String {
    String(Hexadecimal.digits(UInt64.random(in: .min ... .max)).suffix(12))
}

// MARK: - Entering

extension Database {
    /// The approximate number of new articles without a position, by their numbers; nil if nothing has changed.
    fileprivate func unenteredChanges() throws -> Int64? {
        let (left, hasOthers) =
            try first(
                """
                SELECT coalesce((SELECT max(id) FROM article), 0) - coalesce((SELECT through FROM changeLog), 0),
                    NOT EXISTS (SELECT 1 FROM changeLog)
                        OR EXISTS (SELECT 1 FROM changedFeed) OR EXISTS (SELECT 1 FROM changedArticle)
                """
            ) { (left: $0[0] as Int64, hasOthers: $0[1] as Bool) } ?? (0, true)
        return left > 0 || hasOthers ? max(left, 0) : nil
    }

    /// Feeds come before articles, so that a feed is reported no later than its first article.
    fileprivate func enterChanges(limit: Int) throws {
        if try !hasRow("SELECT 1 FROM changeLog") {
            try run("INSERT INTO changeLog (id, epoch) VALUES (1, ?)", [newEpoch()])
            try run("INSERT INTO changedFeed SELECT id FROM subscription WHERE removedAt IS NULL")
        }
        for id in try all("SELECT subscription FROM changedFeed ORDER BY subscription", [], { $0[0] as Int64 }) {
            try enterFeed(id)
        }
        try run("DELETE FROM changedFeed")

        let changed = try all("SELECT article, wasListed FROM changedArticle ORDER BY article LIMIT ?", [limit]) {
            (id: $0[0] as Int64, wasListed: $0[1] as Bool)
        }
        for (id, wasListed) in changed { try enterArticle(id, wasListed: wasListed) }
        try run(
            "DELETE FROM changedArticle WHERE article IN (SELECT value FROM json_each(?))",
            [changed.map(\.id).jsonArray])

        let new = try all(
            "SELECT id FROM article WHERE id > (SELECT through FROM changeLog) ORDER BY id LIMIT ?",
            [limit - changed.count]
        ) { $0[0] as Int64 }
        for id in new { try enterArticle(id, wasListed: false) }
        if let last = new.last { try run("UPDATE changeLog SET through = ?", [last]) }
    }

    private func nextPosition() throws -> Int64 {
        try first("UPDATE changeLog SET last = last + 1 RETURNING last") { $0[0] } ?? 0
    }

    private func enterFeed(_ id: Int64) throws {
        let feed = try first("SELECT feedURL, removedAt IS NOT NULL FROM subscription WHERE id = ?", [id]) {
            (url: $0[0] as String, isRemoved: $0[1] as Bool)
        }
        let isKnown = try hasRow("SELECT 1 FROM loggedFeed WHERE subscription = ?", [id])
        guard isKnown || feed?.isRemoved == false else { return }
        if isKnown {
            try run(
                "UPDATE loggedFeed SET position = ?, isDeleted = ? WHERE subscription = ?",
                [nextPosition(), feed?.isRemoved ?? true, id])
        } else if let feed {
            let wireID = try unusedWireID("urn:lede:" + Fingerprint(guid: feed.url).hexadecimal, in: "loggedFeed", id)
            try run(
                "INSERT INTO loggedFeed (subscription, position, wireID) VALUES (?, ?, ?)",
                [id, nextPosition(), wireID])
        }
    }

    private func enterArticle(_ id: Int64, wasListed: Bool) throws {
        let article = try first(
            """
            SELECT guid, isListed, deletedAt IS NOT NULL, loggedFeed.wireID
            FROM article LEFT JOIN loggedFeed USING (subscription) WHERE article.id = ?
            """, [id]
        ) { (guid: $0[0] as String, isListed: $0[1] as Bool, isDeleted: $0[2] as Bool, feed: $0[3] as String?) }
        let entry = try first("SELECT position, isDeleted FROM loggedArticle WHERE article = ?", [id]) {
            (position: $0[0] as Int64, isDeleted: $0[1] as Bool)
        }
        guard let article else {
            // Deleted for good. A deletion by the person was reported already, and retention is not reported at all.
            guard let entry, !entry.isDeleted else { return }
            try run("DELETE FROM loggedArticle WHERE article = ?", [id])
            if wasListed { try run("UPDATE changeLog SET givenUp = max(givenUp, ?)", [entry.position]) }
            return
        }
        switch (entry, article.isListed) {
        case (nil, true):
            let name = (article.feed ?? "urn:lede:0") + ":" + Fingerprint(guid: article.guid).hexadecimal
            try run(
                "INSERT INTO loggedArticle (article, position, wireID) VALUES (?, ?, ?)",
                [id, nextPosition(), unusedWireID(name, in: "loggedArticle", id)])
        case (_?, true):
            try run(
                "UPDATE loggedArticle SET position = ?, isDeleted = 0 WHERE article = ?", [nextPosition(), id])
        case (let entry?, false):
            // The end of a subscription is reported for the feed only.
            guard article.isDeleted, !entry.isDeleted else { return }
            try run(
                "UPDATE loggedArticle SET position = ?, isDeleted = 1 WHERE article = ?", [nextPosition(), id])
        case (nil, false): return
        }
    }

    /// Returns a wire id that is not in use: the library's own number distinguishes two equal names.
    private func unusedWireID(_ name: String, in table: String, _ id: Int64) throws -> String {
        let isUsed = try hasRow("SELECT 1 FROM \(table) WHERE wireID = ?", [name])
        return isUsed ? "\(name):\(id)" : name
    }
}

extension Fingerprint {
    fileprivate var hexadecimal: String {
        Hexadecimal.digits(value)
    }
}

// MARK: - Reading

extension Database {
    fileprivate func changeLogState() throws -> ChangeLogState {
        let state = try first(
            """
            SELECT epoch, last, givenUp, min(givenUp + 1, coalesce((SELECT min(position) FROM loggedArticle), last + 1))
            FROM changeLog
            """
        ) { ChangeLogState(epoch: $0[0], last: $0[1], oldest: $0[3], givenUp: $0[2]) }
        return state ?? ChangeLogState(epoch: "", last: 0, oldest: 1, givenUp: 0)
    }

    fileprivate func changes(_ range: ChangeLogRange, limit: Int, bytes: Int) throws -> ChangeLogPage {
        let state = try changeLogState()
        switch range {
        case .newest, .before:
            var end = Int64.max
            if case .before(let position) = range { end = position }
            let (articles, hasMore) = try pastArticles(below: end, limit: limit, bytes: bytes)
            let isNewest = range == .newest
            return ChangeLogPage(
                state: state, articles: articles, feeds: isNewest ? try presentFeeds() : [],
                reaches: isNewest ? state.last : nil, hasMore: hasMore)
        case .after(let position):
            let entries = try articleEntries(
                "WHERE position > ? ORDER BY position LIMIT ?", [position, limit + 1])
            let articles = try loggedArticles(entries.prefix(limit), bytes: bytes)
            let hasMore = articles.count < entries.count
            let reaches = hasMore ? articles.last?.position ?? position : state.last
            return ChangeLogPage(
                state: state, articles: articles,
                feeds: try changedFeeds(after: position, through: reaches, of: articles), reaches: reaches,
                hasMore: hasMore)
        }
    }

    private struct Entry {
        var article: Int64
        var position: Int64
        var wireID: String
        var isDeleted: Bool
    }

    private func articleEntries(_ condition: String, _ arguments: StatementArguments) throws -> [Entry] {
        try all("SELECT article, position, wireID, isDeleted FROM loggedArticle \(condition)", arguments) {
            Entry(article: $0[0], position: $0[1], wireID: $0[2], isDeleted: $0[3])
        }
    }

    private func pastArticles(
        below end: Int64, limit: Int, bytes: Int
    ) throws -> (articles: [LoggedArticle], hasMore: Bool) {
        let entries = try articleEntries(
            """
            WHERE position < ? AND isDeleted = 0
                AND EXISTS (SELECT 1 FROM article WHERE id = loggedArticle.article AND isListed = 1)
            ORDER BY position DESC LIMIT ?
            """, [end, limit + 1])
        let articles = try loggedArticles(entries.prefix(limit), bytes: bytes)
        return (articles, articles.count < entries.count)
    }

    /// The first of these articles, up to `bytes` of text, and at least one.
    private func loggedArticles(_ entries: ArraySlice<Entry>, bytes: Int) throws -> [LoggedArticle] {
        var (articles, count): ([LoggedArticle], Int) = ([], 0)
        for entry in entries {
            let next = try loggedArticle(entry)
            let item = next.article?.item
            count += [item?.contentHTML, item?.contentText, item?.summary].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            guard articles.isEmpty || count <= bytes else { break }
            articles.append(next)
        }
        return articles
    }

    /// An article that is no longer listed, for any reason, is reported as deleted, at its old position.
    private func loggedArticle(_ entry: Entry) throws -> LoggedArticle {
        let feed = try first(
            """
            SELECT wireID FROM article JOIN loggedFeed USING (subscription) WHERE article.id = ? AND isListed = 1
            """, [entry.article]
        ) { $0[0] as String }
        return LoggedArticle(
            position: entry.position, wireID: entry.wireID, feed: feed ?? "",
            article: feed == nil ? nil : try article(entry.article),
            tags: feed == nil ? [] : try ownTags(of: entry.article))
    }

    private func presentFeeds() throws -> [LoggedFeed] {
        let entries = try all(
            "SELECT subscription, position, wireID FROM loggedFeed WHERE isDeleted = 0"
        ) { (id: $0[0] as Int64, LoggedFeed(position: $0[1], wireID: $0[2], subscription: nil)) }
        let feeds = Dictionary(entries, uniquingKeysWith: { first, _ in first })
        return try subscriptions().compactMap { subscription in
            guard var feed = feeds[subscription.id.rawValue] else { return nil }
            feed.subscription = subscription
            return feed
        }
    }

    /// The feeds whose own positions are in this part of the log, and those whose articles have moved behind it.
    private func changedFeeds(
        after position: Int64, through last: Int64, of articles: [LoggedArticle]
    ) throws -> [LoggedFeed] {
        let columns = "SELECT subscription, position, wireID FROM loggedFeed"
        let read = { (row: Row) in
            LoggedFeed(
                position: row[1], wireID: row[2],
                subscription: try self.subscription(SubscriptionID(rawValue: row[0])))
        }
        var feeds = try all(
            "\(columns) WHERE position > ? AND position <= ? ORDER BY position", [position, last], read)
        for wireID in Set(articles.map(\.feed)) where !wireID.isEmpty {
            feeds += try all("\(columns) WHERE wireID = ? AND position > ?", [wireID, last], read)
        }
        return feeds
    }
}
