import FeedModel
import GRDB

/// The statements that read lists. Each reads along an index in the order wanted, and stops at the limit: no list is ever
/// sorted or counted.
extension Database {
    /// The first rows of a selection within a span.
    func rows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        if selection.match == nil, let feeds = selection.feeds, feeds.count > 1, selection.isStarred != true {
            return try mergedRows(of: selection, feeds: feeds, order)
        }
        let source = selection.source(in: order.span, readsIndex: try !hasFewMarks(selection))
        let condition = selection.condition(in: order.span)
        return try all(
            """
            SELECT \(ListRow.columns) FROM \(source.tables) WHERE \(source.condition) AND \(condition.sql)
            ORDER BY \(source.order) \(order.sql) LIMIT ?
            """,
            source.arguments + condition.arguments + [order.limit], ListRow.init)
    }

    /// Rows that are listed whatever their marks.
    func rows(of selection: ArticleSelection, keeping kept: Set<ArticleID>, _ order: RowOrder) throws -> [ListRow] {
        let condition = selection.withoutMarks.condition(in: order.span)
        let known = selection.matchCondition
        return try all(
            """
            SELECT \(ListRow.columns) FROM article
            WHERE id IN (SELECT value FROM json_each(?)) AND \(known.sql) AND \(condition.sql)
            """,
            [kept.jsonArray] + known.arguments + condition.arguments, ListRow.init)
    }

    /// The ids of all that is in a selection within a span, in no order.
    func ids(of selection: ArticleSelection, in span: Span) throws -> [ArticleID] {
        let source = selection.source(in: span, readsIndex: true)
        let condition = selection.condition(in: span)
        return try all(
            "SELECT id FROM \(source.tables) WHERE \(source.condition) AND \(condition.sql)",
            source.arguments + condition.arguments
        ) { ArticleID(rawValue: $0[0]) }
    }

    func place(of id: ArticleID) throws -> Place? {
        try first("SELECT place FROM article WHERE id = ?", [id.rawValue]) { Place(rawValue: $0[0]) }
    }

    /// The rows of several feeds in one order. No index has them so; but the first row of each feed is one step in an index
    /// away, and only the feeds with the best first rows can have a part in the answer: at most `limit` of them are read.
    private func mergedRows(of selection: ArticleSelection, feeds: [Int64], _ order: RowOrder) throws -> [ListRow] {
        let unread = selection.isRead == false
        let heads = try all(
            """
            SELECT value, (
                SELECT place FROM article INDEXED BY \(unread ? "article_feedUnread" : "article_feed")
                WHERE isListed = 1 \(unread ? "AND isRead = 0" : "") AND subscription = value AND place >= ? AND place < ?
                ORDER BY place \(order.sql) LIMIT 1)
            FROM json_each(?)
            """,
            [order.span.from, order.span.to, feeds.jsonArray]
        ) { (feed: $0[0] as Int64, place: ($0[1] as Int64?).map(Place.init)) }
        let candidates = heads.compactMap { head in head.place.map { (feed: head.feed, place: $0) } }
            .sorted { order.precedes($0.place, $1.place) }

        var rows: [ListRow] = []
        var wanted = order
        for candidate in candidates {
            if rows.count == order.limit {
                let last = rows[order.limit - 1].place
                guard order.precedes(candidate.place, last) else { break }
                wanted.span = order.span.intersection(order.ascending ? .before(last) : .after(last))
            }
            var ofFeed = selection
            ofFeed.feeds = [candidate.feed]
            rows = try rows.merged(with: self.rows(of: ofFeed, wanted), order)
        }
        return rows
    }

    /// Whether so few articles have the marks asked for that each of them is better looked up in the full-text index, than
    /// each match looked at for its marks.
    private func hasFewMarks(_ selection: ArticleSelection) throws -> Bool {
        guard selection.match != nil, selection.isStarred == true || selection.isRead == false else { return false }
        let few = 300
        let condition = selection.condition(in: selection.span)
        let found = try first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM article INDEXED BY \(selection.index) WHERE \(condition.sql) LIMIT \(few))
            """,
            condition.arguments
        ) { $0[0] as Int }
        return found.map { $0 < few } ?? true
    }
}

/// A piece of SQL and the values bound in it.
struct BoundSQL {
    var sql: String
    var arguments: StatementArguments
}

extension ArticleSelection {
    var hasMarks: Bool {
        isRead != nil || isStarred != nil
    }

    fileprivate var withoutMarks: ArticleSelection {
        var selection = self
        selection.isRead = nil
        selection.isStarred = nil
        return selection
    }

    /// The tables to read and the column to read them along. The index is named, as it is what makes a list quick, and
    /// SQLite refuses the statement should it not fit.
    fileprivate func source(
        in span: Span, readsIndex: Bool
    ) -> (tables: String, condition: String, arguments: StatementArguments, order: String) {
        guard let match, readsIndex else {
            return ("article INDEXED BY \(index)", matchCondition.sql, matchCondition.arguments, "place")
        }
        let span = span.intersection(self.span)
        return (
            "search CROSS JOIN article INDEXED BY article_place ON place = search.rowid",
            "search MATCH ? AND search.rowid >= ? AND search.rowid < ?", [match, span.from, span.to], "search.rowid"
        )
    }

    fileprivate var index: String {
        if isStarred == true { return "article_starred" }
        let unread = isRead == false
        return switch feeds?.count {
        case 1: unread ? "article_feedUnread" : "article_feed"
        default: unread ? "article_unread" : "article_place"
        }
    }

    /// What an article must be like, but for `match`.
    fileprivate func condition(in span: Span) -> BoundSQL {
        let span = span.intersection(self.span)
        var condition = BoundSQL(sql: "isListed = 1 AND place >= ? AND place < ?", arguments: [span.from, span.to])
        if let isRead { condition.sql += " AND isRead = \(isRead ? 1 : 0)" }
        if let isStarred { condition.sql += " AND isStarred = \(isStarred ? 1 : 0)" }
        if let feeds {
            condition.sql +=
                feeds.count == 1 ? " AND subscription = ?" : " AND subscription IN (SELECT value FROM json_each(?))"
            condition.arguments += feeds.count == 1 ? [feeds[0]] : [feeds.jsonArray]
        }
        return condition
    }

    /// `match` as a condition on a single article.
    fileprivate var matchCondition: BoundSQL {
        guard let match else { return BoundSQL(sql: "true", arguments: []) }
        return BoundSQL(
            sql: "EXISTS (SELECT 1 FROM search WHERE search MATCH ? AND search.rowid = place)", arguments: [match])
    }
}
