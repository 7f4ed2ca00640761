import Basics
import FeedModel
import FoundationEssentials
import GRDB

/// Translates a person's listing into a selection for SQL.
extension Database {
    /// Returns nil if the list cannot hold any article.
    func selection(of listing: ArticleListing) throws -> ArticleSelection? {
        guard var selection = try selection(of: listing.scope, midnight: listing.midnight) else { return nil }
        if listing.unreadOnly {
            guard selection.isRead != true else { return nil }
            selection.isRead = false
        }
        if listing.packedOnly {
            guard selection.isPacked != false else { return nil }
            selection.isPacked = true
        }
        // The history has the articles that were opened, even several of a story.
        selection.foldsStories = listing.foldsStories && selection.feeds?.count != 1 && !selection.isOpened
        return selection
    }

    private func selection(of scope: ArticleScope, midnight: Date) throws -> ArticleSelection? {
        switch scope {
        case .all: return try ArticleSelection(feeds: shownFeeds())
        case .unread: return try ArticleSelection(feeds: shownFeeds(), isRead: false)
        case .starred: return ArticleSelection(isStarred: true)
        case .history: return ArticleSelection(isOpened: true)
        case .today: return try ArticleSelection(feeds: shownFeeds(), span: .from(Place(firstOf: midnight)))
        case .feed(let id): return ArticleSelection(feeds: [id.rawValue])
        case .folder(let names):
            let feeds = try feeds(in: FolderPath(names))
            return feeds.isEmpty ? nil : ArticleSelection(feeds: feeds)
        case .search(let text): return try selection(of: SearchQuery(text), midnight: midnight)
        case .filtered(let scope, let text): return try selection(of: scope, filteredBy: text, midnight: midnight)
        case .guide: return nil
        }
    }

    /// Returns nil, for all feeds, if no feed is hidden.
    private func shownFeeds() throws -> [Int64]? {
        let hidden = try hiddenFeeds()
        guard !hidden.isEmpty else { return nil }
        return try all(
            "SELECT id FROM subscription WHERE removedAt IS NULL AND id NOT IN (SELECT value FROM json_each(?))",
            [hidden.jsonArray]
        ) { $0[0] }
    }

    private func selection(
        of scope: ArticleScope, filteredBy text: String, midnight: Date
    ) throws -> ArticleSelection? {
        if case .search(let query) = scope {
            // Combines the words of both into one query to the index.
            return try selection(of: SearchQuery(query, filteredBy: text), midnight: midnight)
        }
        let query = SearchQuery(text)
        guard var selection = try selection(of: scope, midnight: midnight),
            let filter = try self.selection(of: query, midnight: midnight)
        else { return nil }
        if let feeds = filter.feeds {
            selection.feeds = selection.feeds.map { $0.filter(Set(feeds).contains) } ?? feeds
        }
        // No article is both read and unread.
        for mark in [\ArticleSelection.isRead, \.isStarred, \.isPacked] {
            guard let wanted = filter[keyPath: mark] else { continue }
            guard selection[keyPath: mark] ?? wanted == wanted else { return nil }
            selection[keyPath: mark] = wanted
        }
        guard selection.feeds?.isEmpty != true else { return nil }
        selection.span = selection.span.intersection(filter.span)
        selection.extra = filter.extra
        selection.match = SearchExpression.match(query, feeds: selection.feeds)
        return selection
    }

    private func feeds(in folder: FolderPath) throws -> [Int64] {
        try all(
            "SELECT id FROM subscription WHERE removedAt IS NULL AND (folder = ? OR (folder >= ? AND folder < ?))",
            [folder.text, folder.prefixOfContents, folder.endOfContents]
        ) { $0[0] }
    }

    private func selection(of query: SearchQuery, midnight: Date) throws -> ArticleSelection? {
        guard !query.isEmpty else { return nil }
        var selection = ArticleSelection(
            isRead: query.isRead, isStarred: query.isStarred, isPacked: query.isPacked)
        let offset = midnight.offsetsOfClock
        if let after = query.after { selection.span = .from(Place(firstOf: after.start(offset))) }
        if let before = query.before {
            selection.span = selection.span.intersection(.before(Place(firstOf: before.start(offset))))
        }
        if !query.feeds.isEmpty {
            let feeds = try feeds(selectedBy: query.feeds)
            guard !feeds.isEmpty else { return nil }
            selection.feeds = feeds
        }
        selection.match = SearchExpression.match(query, feeds: selection.feeds)
        // The index answers the text parts; each article is checked for the rest.
        let rest = SearchNode.all(query.groups.filter { $0.expression == nil })
        selection.extra = rest.condition(now: Date(), offset: offset)
        return selection
    }

    /// Returns the feeds that meet the conditions of all these words.
    private func feeds(selectedBy words: [SearchWord]) throws -> [Int64] {
        let conditions = words.compactMap(\.feedCondition)
        return try all(
            "SELECT id FROM subscription WHERE removedAt IS NULL AND "
                + conditions.map(\.sql).joined(separator: " AND "),
            conditions.reduce(into: []) { $0 += $1.arguments }
        ) { $0[0] }
    }
}
