package import FeedModel
import GRDB

/// A part of the log, from one snapshot of the library.
package struct ChangeLogPage: Equatable, Sendable {
    package var state: ChangeLogState
    package var articles: [LoggedArticle]
    package var feeds: [LoggedFeed]
    /// The position at its end; nil for a page of earlier articles.
    package var end: Int64?
    package var hasMore: Bool

    /// Text of a page, in bytes; only its first article may be longer. Clients refuse a response above 32 MB, and would
    /// never get past such a page.
    static let textLimit = 8 << 20
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

/// Selects a part of the log.
package enum ChangeLogRange: Equatable, Sendable {
    /// The newest existing articles, newest first, and all feeds in the person's order.
    case newest
    /// Existing articles with a position below this one, newest first, and no feeds.
    case before(Int64)
    /// All changes after this position, oldest first, and the feeds that changed with them.
    case after(Int64)
}

extension Database {
    func changeLogState() throws -> ChangeLogState {
        let state = try first(
            """
            SELECT epoch, last, givenUp, min(givenUp + 1, coalesce((SELECT min(position) FROM loggedArticle), last + 1))
            FROM changeLog
            """
        ) { ChangeLogState(epoch: $0[0], last: $0[1], oldest: $0[3], removedThrough: $0[2]) }
        return state ?? ChangeLogState(epoch: "", last: 0, oldest: 1, removedThrough: 0)
    }

    func changes(_ range: ChangeLogRange, limit: Int, bytes: Int) throws -> ChangeLogPage {
        let state = try changeLogState()
        switch range {
        case .newest, .before:
            var end = Int64.max
            if case .before(let position) = range { end = position }
            let (articles, hasMore) = try pastArticles(below: end, limit: limit, bytes: bytes)
            let isNewest = range == .newest
            return ChangeLogPage(
                state: state, articles: articles, feeds: isNewest ? try presentFeeds() : [],
                end: isNewest ? state.last : nil, hasMore: hasMore)
        case .after(let position):
            let entries = try articleEntries(
                "WHERE position > ? ORDER BY position LIMIT ?", [position, limit + 1])
            let articles = try loggedArticles(entries.prefix(limit), bytes: bytes)
            let hasMore = articles.count < entries.count
            let end = hasMore ? articles.last?.position ?? position : state.last
            return ChangeLogPage(
                state: state, articles: articles,
                feeds: try changedFeeds(after: position, through: end, of: articles), end: end,
                hasMore: hasMore)
        }
    }

    private struct Entry {
        var article: Int64
        var position: Int64
        var wireID: String
    }

    private func articleEntries(_ condition: String, _ arguments: StatementArguments) throws -> [Entry] {
        try all("SELECT article, position, wireID FROM loggedArticle \(condition)", arguments) {
            Entry(article: $0[0], position: $0[1], wireID: $0[2])
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

    /// Returns the first of these articles, up to `bytes` of text, and at least one.
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

    /// Returns the feeds whose own positions are in this part of the log, and those whose articles have moved after it.
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
