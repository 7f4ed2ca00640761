import Basics
import FeedModel
import GRDB

/// The statements that read lists. Each reads an index in the order wanted and stops at the limit: no list is ever
/// sorted or counted, except the history, which is short.
extension Database {
    /// Returns the first rows of a selection within a span; ignores `match`.
    func rows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        if let feeds = selection.feeds, feeds.count > 1, selection.isStarred != true, !selection.isOpened {
            return try mergedRows(of: selection, feeds: feeds, order)
        }
        return try indexedRows(of: selection, order)
    }

    /// Returns the rows of a selection with these ids, whatever their marks; ignores `match`.
    func rows(of selection: ArticleSelection, keeping kept: Set<ArticleID>, in span: Span) throws -> [ListRow] {
        let condition = selection.withoutMarks.condition(in: span)
        return try all(
            """
            SELECT \(ListRow.columns) FROM article
            WHERE id IN (SELECT value FROM json_each(?)) AND \(condition.sql)
            """,
            [kept.jsonArray] + condition.arguments, ListRow.init)
    }

    /// Returns the ids of a selection within a span in no particular order; ignores `match`.
    func ids(of selection: ArticleSelection, in span: Span) throws -> [ArticleID] {
        let condition = selection.condition(in: span, inOnePass: selection.isWholeLibrary)
        return try all(
            "SELECT id FROM \(selection.source) WHERE \(condition.sql)", condition.arguments
        ) { ArticleID(rawValue: $0[0]) }
    }

    /// Returns the number of articles in a selection. Counts within one statement: reading the ids of articles that
    /// match a search takes twice the instructions.
    func count(of selection: ArticleSelection) throws -> Int {
        guard let match = selection.match else {
            let condition = selection.condition(in: .everything, inOnePass: selection.isWholeLibrary)
            let sql = "SELECT count(*) FROM \(selection.source) WHERE \(condition.sql)"
            return try first(sql, condition.arguments) { $0[0] } ?? 0
        }
        let condition = selection.condition(in: .everything)
        return try first(
            """
            SELECT count(*) FROM (
                SELECT rowid AS found FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ?
            ) CROSS JOIN article INDEXED BY \(selection.index) ON place = found
            WHERE \(condition.sql)
            """,
            [match, selection.span.from, selection.span.to] + condition.arguments
        ) { $0[0] } ?? 0
    }

    func place(of id: ArticleID) throws -> Place? {
        try first("SELECT place FROM article WHERE id = ?", [id.rawValue]) { Place(rawValue: $0[0]) }
    }

    // MARK: - Searching

    /// Returns the first matching places within a span: all, or those among `wanted`.
    func placesFound(_ match: String, _ order: RowOrder, among wanted: Set<Int64>? = nil) throws -> [Int64] {
        let places = try Int64.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ?
                    ORDER BY rowid \(order.sql)
                    """),
            arguments: [match, order.span.from, order.span.to])
        var found: [Int64] = []
        while found.count < order.limit, let place = try places.next() {
            if wanted?.contains(place) ?? true { found.append(place) }
        }
        return found
    }

    /// Returns the first values of articles that match and are in the selection.
    func all<Value>(
        _ found: FoundPlaces, of selection: ArticleSelection, _ order: RowOrder, columns: String,
        _ value: (Row) throws -> Value
    ) throws -> [Value] {
        let condition = selection.condition(in: order.span)
        var values: [Value] = []
        var piece = order
        piece.span = order.span.intersection(selection.span)
        piece.limit = min(max(order.limit, Self.placesAtOnce.lowerBound), Self.placesAtOnce.upperBound)
        while values.count < order.limit {
            let places = try found.first(piece, in: self)
            // Follows the order of the array. Articles that the index leaves out are not read.
            let wanted = try all(
                """
                SELECT \(columns) FROM json_each(?) CROSS JOIN article INDEXED BY \(selection.index) ON place = value
                WHERE \(condition.sql) LIMIT ?
                """,
                [places.jsonArray] + condition.arguments + [order.limit - values.count], value)
            values += wanted
            guard places.count == piece.limit, let last = places.last else { break }
            piece.span = piece.span.intersection(piece.spanAfter(Place(rawValue: last)))
            // The number that is probably enough, estimated from the previous piece.
            let missing = min(order.limit - values.count, Self.placesAtOnce.upperBound)
            let needed = missing * places.count / max(1, wanted.count)
            piece.limit = min(max(needed, Self.placesAtOnce.lowerBound), places.count * 4, Self.placesAtOnce.upperBound)
        }
        return values
    }

    /// The number of places whose articles are read at once, if most of them turn out not to be wanted.
    private static let placesAtOnce = 8...32_768

    /// Returns the first rows with the marks wanted, matching or not; nil if no index serves these marks.
    func firstMarkedRows(of selection: ArticleSelection, _ order: RowOrder, _ count: Int) throws -> [ListRow]? {
        guard selection.isStarred == true || selection.isRead == false, selection.feeds?.count ?? 1 == 1 else {
            return nil
        }
        return try indexedRows(of: selection, RowOrder(span: order.span, ascending: order.ascending, limit: count))
    }

    /// Returns the first rows with the marks wanted, matching or not, if the library has so few of them that
    /// filtering them by the matches is cheaper than checking the marks of all matches.
    func fewMarkedRows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow]? {
        if selection.isOpened {
            let all = RowOrder(span: order.span, ascending: order.ascending, limit: ArticleStore.maximumOpened)
            return try indexedRows(of: selection, all)
        }
        guard selection.isStarred == true || selection.isRead == false else { return nil }
        let few = 300
        var marked = selection
        if selection.feeds?.count != 1 { marked.feeds = nil }
        let condition = marked.condition(in: order.span)
        let count = try first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM article INDEXED BY \(marked.index) WHERE \(condition.sql) LIMIT \(few))
            """,
            condition.arguments
        ) { $0[0] as Int }
        guard let count, count < few else { return nil }
        return try indexedRows(of: selection, RowOrder(span: order.span, ascending: order.ascending, limit: few))
    }

    private func indexedRows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        guard let extra = selection.extra, extra.sql != extra.inOnePass, !selection.isOpened else {
            return try indexedRows(of: selection, order, inOnePass: false)
        }
        if order.limit >= SortedRows.limit, selection.isWholeLibrary {
            return try indexedRows(of: selection, order, inOnePass: true)
        }
        guard let last = try placeAfterFirst(Self.articlesBeforeOnePass, of: selection, order) else {
            return try indexedRows(of: selection, order, inOnePass: false)
        }
        var (first, rest) = (order, order)
        first.span = order.span.intersection(order.spanBefore(last))
        let rows = try indexedRows(of: selection, first, inOnePass: false)
        rest.span = order.span.intersection(order.spanFrom(last))
        rest.limit = order.limit - rows.count
        return rest.limit > 0 ? try rows + indexedRows(of: selection, rest, inOnePass: true) : rows
    }

    /// The number of articles whose contents are looked up one by one. If they have too few rows for the list, one pass
    /// over all contents finds the rest: with 400,000 articles it takes half a second, and as many look-ups take 6 s.
    static let articlesBeforeOnePass = 4_000

    /// Returns the place of the article that follows the first ones of a selection, whatever their contents.
    private func placeAfterFirst(_ count: Int, of selection: ArticleSelection, _ order: RowOrder) throws -> Place? {
        var any = selection
        any.extra = nil
        let condition = any.condition(in: order.span)
        return try first(
            """
            SELECT place FROM \(any.source) WHERE \(condition.sql)
            ORDER BY place \(order.sql) LIMIT 1 OFFSET \(count)
            """,
            condition.arguments
        ) { Place(rawValue: $0[0]) }
    }

    private func indexedRows(
        of selection: ArticleSelection, _ order: RowOrder, inOnePass: Bool
    ) throws -> [ListRow] {
        let condition = selection.condition(in: order.span, inOnePass: inOnePass)
        return try all(
            """
            SELECT \(ListRow.columns) FROM \(selection.source) WHERE \(condition.sql)
            ORDER BY place \(order.sql) LIMIT ?
            """,
            condition.arguments + [order.limit], ListRow.init)
    }

    // MARK: - Several feeds

    /// Returns the rows of several feeds in one order, for which there is no index.
    private func mergedRows(of selection: ArticleSelection, feeds: [Int64], _ order: RowOrder) throws -> [ListRow] {
        let (rows, rest) = try rowsAmongAll(of: selection, feeds: feeds, order)
        guard let rest else { return rows }
        return try rows + rowsByFeed(of: selection, feeds: feeds, rest)
    }

    /// With many feeds, most of the library's latest articles belong to them, and reading an article costs less than
    /// looking up a feed's first one: so this reads as many articles as there are feeds, or as are wanted. Also returns
    /// the order for the rest; nil if nothing is missing.
    private func rowsAmongAll(
        of selection: ArticleSelection, feeds: [Int64], _ order: RowOrder
    ) throws -> (rows: [ListRow], rest: RowOrder?) {
        // If few articles have the marks wanted or meet the condition, many more would have to be read.
        let areMany = feeds.count >= order.limit || selection.extra == nil && feeds.count >= Self.manyFeeds
        guard areMany, selection.isRead != true, selection.isStarred == nil else { return ([], order) }
        var any = selection
        any.feeds = nil
        let condition = any.condition(in: order.span)
        let articles = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(ListRow.columns) FROM article INDEXED BY \(any.index) WHERE \(condition.sql)
                    ORDER BY place \(order.sql)
                    """),
            arguments: condition.arguments)
        let wanted = Set(feeds)
        var rows: [ListRow] = []
        var rest = order
        for _ in 0..<max(feeds.count, min(order.limit, SortedRows.limit)) {
            guard rows.count < order.limit, let article = try articles.next() else { return (rows, nil) }
            rest.span = order.span.intersection(order.spanAfter(Place(rawValue: article[2])))
            if wanted.contains(article[1]) { rows.append(ListRow(row: article)) }
        }
        rest.limit = order.limit - rows.count
        return (rows, rest.limit > 0 ? rest : nil)
    }

    /// The number of feeds from which reading the latest articles costs less than merging as many rows of each feed.
    private static let manyFeeds = 100

    /// One index look-up gives the first row of each feed, and only the feeds with the best first rows can
    /// contribute: at most `limit` of them are read.
    private func rowsByFeed(of selection: ArticleSelection, feeds: [Int64], _ order: RowOrder) throws -> [ListRow] {
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
                wanted.span = order.span.intersection(order.spanBefore(last))
            }
            var ofFeed = selection
            ofFeed.feeds = [candidate.feed]
            rows = try rows.merged(with: indexedRows(of: ofFeed, wanted), order)
        }
        return rows
    }
}

/// A piece of SQL and its bound values.
struct BoundSQL: Equatable {
    var sql: String
    var arguments: StatementArguments

    var negated: BoundSQL {
        BoundSQL(sql: "NOT (\(sql))", arguments: arguments)
    }
}

extension ArticleSelection {
    /// True if nothing but its condition narrows the list.
    fileprivate var isWholeLibrary: Bool {
        self == ArticleSelection(extra: extra, foldsStories: foldsStories)
    }

    var hasMarks: Bool {
        isRead != nil || isStarred != nil
    }

    fileprivate var withoutMarks: ArticleSelection {
        var selection = self
        selection.isRead = nil
        selection.isStarred = nil
        return selection
    }

    /// The table of articles with the index that the list needs; the history joins it to the table of openings.
    fileprivate var source: String {
        isOpened ? "opened CROSS JOIN article ON article.id = opened.article" : "article INDEXED BY \(index)"
    }

    /// The index that a list needs to be quick. The statements name it: SQLite rejects a statement if the index does
    /// not fit.
    fileprivate var index: String {
        if isStarred == true { return "article_starred" }
        let unread = isRead == false
        return switch feeds?.count {
        case 1: unread ? "article_feedUnread" : "article_feed"
        default: unread ? "article_unread" : "article_place"
        }
    }

    /// Returns the conditions on an article, except `match`.
    ///
    /// - Parameter inOnePass: true for a list that may check every article.
    func condition(in span: Span, inOnePass: Bool = false) -> BoundSQL {
        let span = span.intersection(self.span)
        var condition = BoundSQL(sql: "isListed = 1 AND place >= ? AND place < ?", arguments: [span.from, span.to])
        if let isRead { condition.sql += " AND isRead = \(isRead ? 1 : 0)" }
        if let isStarred { condition.sql += " AND isStarred = \(isStarred ? 1 : 0)" }
        if let isPacked {
            condition.sql +=
                " AND article.id \(isPacked ? "" : "NOT ")IN (SELECT value FROM json_each(\(PackedArticles.function)()))"
        }
        if isOpened { condition.sql += " AND article.id IN (SELECT article FROM opened)" }
        if let feeds {
            condition.sql +=
                feeds.count == 1 ? " AND subscription = ?" : " AND subscription IN (SELECT value FROM json_each(?))"
            condition.arguments += feeds.count == 1 ? [feeds[0]] : [feeds.jsonArray]
        }
        if let extra {
            condition.sql += " AND (\(inOnePass ? extra.inOnePass : extra.sql))"
            condition.arguments += extra.arguments
        }
        return condition
    }
}
