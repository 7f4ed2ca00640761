import FeedModel
import FeedRules
import GRDB

/// A list in one snapshot of the library, which can be read in both directions.
struct StoredList {
    let selection: ArticleSelection
    let order: ArticleOrder
    /// Articles that are listed whatever their marks.
    let kept: Set<ArticleID>
    let state: LibraryState

    enum Direction {
        case down, up
    }

    /// Nil if the list cannot hold any article: the built-in guide, an empty folder, an unknown feed.
    init?(_ listing: ArticleListing, in state: LibraryState) throws {
        guard let selection = try state.database.selection(of: listing) else { return nil }
        self.selection = selection
        self.order = listing.order
        self.kept = listing.kept
        self.state = state
    }

    /// Returns rows from one end of the list, or from the place of a row that is or was in it; the nearest first.
    func rows(_ direction: Direction, from place: Place? = nil, including: Bool = false, limit: Int) throws -> [ListRow]
    {
        let ascending = (direction == .down) == (order == .oldestFirst)
        let span: Span =
            switch (place, ascending) {
            case (nil, _): .everything
            case (let place?, true): including ? .from(place) : .after(place)
            case (let place?, false): .before(including ? place.next : place)
            }
        let wanted = RowOrder(span: span, ascending: ascending, limit: limit)
        let matching = try state.rows(of: selection, wanted)
        guard !kept.isEmpty, selection.hasMarks else { return matching }
        var more = wanted
        if matching.count == limit, let last = matching.last {
            more.span = span.intersection(wanted.ahead(of: last.place))
        }
        return try matching.merged(with: state.rows(of: selection, keeping: kept, more), wanted)
    }
}

/// The span of the rows wanted, and their direction.
struct RowOrder {
    var span: Span
    let ascending: Bool
    var limit: Int

    /// True if a row at place `a` comes before a row at place `b`.
    func precedes(_ a: Place, _ b: Place) -> Bool {
        ascending ? a < b : b < a
    }

    func ahead(of place: Place) -> Span {
        ascending ? .before(place) : .after(place)
    }

    func behind(_ place: Place) -> Span {
        ascending ? .after(place) : .before(place)
    }

    var sql: String {
        ascending ? "ASC" : "DESC"
    }
}

/// A row of a list and the place that sorts it.
struct ListRow {
    let place: Place
    let summary: ArticleSummary
    /// The story that other feeds tell too.
    let story: Int64?

    /// Each statement looks up once if any article has a tag: a look-up for each row took a quarter of the time of a
    /// page.
    static let columns = """
        article.id, subscription, place, article.title, isRead, isStarred, verdict, story,
            CASE WHEN story IS NULL THEN 0 ELSE (
                SELECT count(*) FROM article AS other INDEXED BY article_story
                WHERE other.story = article.story AND other.isListed = 1 AND other.id <> article.id) END,
            CASE WHEN EXISTS (SELECT 1 FROM ownTag) THEN (
                SELECT group_concat(name, char(31)) FROM ownTag WHERE ownTag.article = article.id) END
        """

    init(row: Row) {
        place = Place(rawValue: row[2])
        story = row[7]
        summary = ArticleSummary(
            id: ArticleID(rawValue: row[0]), subscription: SubscriptionID(rawValue: row[1]), title: row[3],
            date: place.date, isRead: row[4], isStarred: row[5], highlight: RuleVerdict(stored: row[6]).highlight,
            copies: row[8],
            tags: (row[9] as String?).map { $0.split(separator: "\u{1F}").map(String.init).sorted() } ?? [])
    }
}

extension [ListRow] {
    /// Merges two lists of rows and returns the first ones, each row once.
    func merged(with others: [ListRow], _ order: RowOrder) -> [ListRow] {
        var merged: [ListRow] = []
        for row in (self + others).sorted(by: { order.precedes($0.place, $1.place) })
        where row.place != merged.last?.place {
            merged.append(row)
        }
        return Array(merged.prefix(order.limit))
    }
}
