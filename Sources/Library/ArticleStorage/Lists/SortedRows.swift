import Basics
import FeedModel
import GRDB

/// A list in an order that no index of the articles has: its newest articles, sorted in memory.
struct SortedRows {
    /// Maximum number of articles sorted; older ones are left out of such a list (default 10,000).
    static let limit = 10_000

    let rows: [ListRow]

    /// Nil if the list cannot hold any article.
    init?(_ listing: ArticleListing, in state: LibraryState) throws {
        var byDate = listing
        byDate.order = .newestFirst
        guard let list = try StoredList(byDate, in: state) else { return nil }
        let byPlace = try list.rows(.down, limit: Self.limit)
        let newest = try listing.scope.isHistory ? state.database.byOpening(byPlace) : byPlace
        switch listing.order {
        case .newestFirst: rows = newest
        case .oldestFirst: rows = newest.reversed()
        case .title: rows = newest.sortedStably { TitleOrder.key($0.summary.title) }
        case .feed:
            let titles = try state.database.feedTitles()
            rows = newest.sortedStably { titles[$0.summary.subscription.rawValue] ?? "" }
        case .length:
            let lengths = try state.database.textLengths(of: newest.map(\.summary.id))
            rows = newest.sortedStably { -(lengths[$0.summary.id.rawValue] ?? 0) }
        case .unread:
            // An article read since the list was opened keeps its position.
            let isLast = { (row: ListRow) in row.summary.isRead && !listing.kept.contains(row.summary.id) ? 1 : 0 }
            rows = Array(newest.reversed()).sortedStably(by: isLast)
        }
    }

    func page(at anchor: PageAnchor, limit: Int) -> RowPage {
        let range = range(at: anchor, limit: limit)
        return RowPage(
            rows[range], hasEarlierRows: range.lowerBound > 0, hasLaterRows: range.upperBound < rows.count)
    }

    func nearestUnread(_ direction: StoredList.Direction, from id: ArticleID?, limit: Int) -> [ListRow] {
        let index = id.flatMap(index(of:))
        switch direction {
        case .down: return Self.unread(rows[(index.map { $0 + 1 } ?? 0)...], limit)
        case .up: return Self.unread(rows[..<(index ?? rows.count)].reversed(), limit)
        }
    }

    private static func unread(_ rows: some Sequence<ListRow>, _ limit: Int) -> [ListRow] {
        Array(rows.lazy.filter { !$0.summary.isRead }.prefix(limit))
    }

    /// Returns the unread articles above or below a row, as the list shows them.
    func unread(_ range: MarkRange) -> [ArticleID] {
        let part: ArraySlice<ListRow> =
            switch range {
            case .all: rows[...]
            case .above(let id): rows[..<(index(of: id) ?? 0)]
            case .below(let id): rows[(index(of: id).map { $0 + 1 } ?? rows.count)...]
            case .olderThan(let date): rows.filter { $0.summary.date < date }[...]
            }
        return part.filter { !$0.summary.isRead }.map(\.summary.id)
    }

    private func index(of id: ArticleID) -> Int? {
        rows.firstIndex { $0.summary.id == id }
    }

    private func range(at anchor: PageAnchor, limit: Int) -> Range<Int> {
        let first = 0..<min(limit, rows.count)
        switch anchor {
        case .start: return first
        case .end: return max(0, rows.count - limit)..<rows.count
        case .after(let id):
            guard let index = index(of: id) else { return first }
            return index + 1..<min(index + 1 + limit, rows.count)
        case .before(let id):
            guard let index = index(of: id) else { return first }
            return max(0, index - limit)..<index
        case .around(let id):
            guard let index = index(of: id) else { return first }
            let start = max(0, min(index - limit / 2, rows.count - limit))
            return start..<min(start + limit, rows.count)
        }
    }
}

extension [ListRow] {
    /// Rows with equal keys keep their order.
    func sortedStably(by key: (ListRow) -> some Comparable) -> [ListRow] {
        let keys = map(key)
        return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
    }
}

extension Database {
    /// Returns the titles of all feeds in lower case.
    fileprivate func feedTitles() throws -> [Int64: String] {
        let titles = try all("SELECT id, coalesce(customTitle, feedTitle, feedURL) FROM subscription") {
            ($0[0] as Int64, ($0[1] as String).lowercased())
        }
        return Dictionary(titles, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the lengths of the texts that feeds sent, in bytes of markup.
    fileprivate func textLengths(of ids: [ArticleID]) throws -> [Int64: Int] {
        let lengths = try all(
            """
            SELECT article, length(CAST(coalesce(html, text, summary, '') AS BLOB)) FROM content
            WHERE article IN (SELECT value FROM json_each(?))
            """, [ids.jsonArray]
        ) { ($0[0] as Int64, $0[1] as Int) }
        return Dictionary(lengths, uniquingKeysWith: { first, _ in first })
    }
}
