import FeedModel
import GRDB

/// One snapshot of the library for reading lists, with the matches of a search from earlier snapshots.
package final class LibraryState {
    let database: Database
    private let earlier: FoundPlaces?
    private let limit: Int
    /// The matches of the search that was read; nil if there was none.
    private(set) var found: FoundPlaces?

    /// `earlier`: the matches of the last search, in any state of the index. `limit`: the maximum number of matches
    /// kept.
    init(_ database: Database, earlier: FoundPlaces? = nil, limit: Int = FoundPlaces.limit) {
        self.database = database
        self.earlier = earlier
        self.limit = limit
    }

    /// Returns the first rows of a selection within a span.
    func rows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        guard selection.foldsStories else { return try allRows(of: selection, order) }
        var rows: [ListRow] = []
        var piece = order
        var least = Self.minimumRows
        while true {
            let found = try allRows(of: selection, piece)
            let copies = try copies(of: Set(found.compactMap(\.story)), in: selection)
            rows += found.lazy.filter { !copies.contains($0.summary.id) }
            guard rows.count < order.limit, found.count == piece.limit, let last = found.last else { break }
            piece.span = piece.span.intersection(order.spanAfter(last.place))
            piece.limit = min(max(least, 2 * (order.limit - rows.count)), max(order.limit, Self.rowsAtOnce))
            least *= 2
        }
        return Array(rows.prefix(order.limit))
    }

    /// Minimum number of rows read in place of copies; it doubles with each further try.
    private static let minimumRows = 8
    /// Maximum number of rows read at once while a list leaves out copies.
    private static let rowsAtOnce = 1_024

    /// Returns the articles that a list leaves out because an earlier one of their story is in it. Nil stories: all.
    func copies(of stories: Set<Int64>?, in selection: ArticleSelection) throws -> Set<ArticleID> {
        guard stories?.isEmpty != true else { return [] }
        var members = try database.members(of: stories.map(Array.init), in: selection)
        if let match = selection.match, !members.isEmpty {
            let places = try found(match).places(among: members.map(\.place), in: database)
            members.removeAll { !places.contains($0.place) }
        }
        var seen: Set<Int64> = []
        return Set(
            members.lazy.filter { !seen.insert($0.story).inserted }.map { ArticleID(rawValue: $0.article) })
    }

    private func allRows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        guard let match = selection.match else { return try database.rows(of: selection, order) }
        let found = try found(match)
        if let rows = try nearestRows(found, of: selection, order) { return rows }
        if let marked = try database.fewMarkedRows(of: selection, order) {
            return try found.first(order, among: marked, in: database)
        }
        return try database.all(found, of: selection, order, columns: ListRow.columns, ListRow.init)
    }

    /// If a search has many matches, the first articles with the marks wanted usually match as well: if one row is
    /// wanted, this checks a few of those before it checks the marks of all matches.
    private func nearestRows(
        _ found: FoundPlaces, of selection: ArticleSelection, _ order: RowOrder
    ) throws -> [ListRow]? {
        let few = 16
        guard order.limit < few, found.all != nil,
            let marked = try database.firstMarkedRows(of: selection, order, few)
        else { return nil }
        let rows = try found.first(order, among: marked, in: database)
        return rows.count == order.limit ? rows : nil
    }

    /// Returns rows that are listed whatever their marks.
    func rows(of selection: ArticleSelection, keeping kept: Set<ArticleID>, _ order: RowOrder) throws -> [ListRow] {
        let rows = try database.rows(of: selection, keeping: kept, in: order.span)
        guard let match = selection.match else { return rows }
        return try found(match).first(order, among: rows, in: database)
    }

    /// Returns the ids of a selection within a span, in no particular order.
    func ids(of selection: ArticleSelection, in span: Span) throws -> [ArticleID] {
        guard let match = selection.match else { return try database.ids(of: selection, in: span) }
        let all = RowOrder(span: span, ascending: true, limit: .max)
        return try database.all(found(match), of: selection, all, columns: "article.id") { ArticleID(rawValue: $0[0]) }
    }

    /// The first read of a search fetches only the matches needed at once. A second read fetches all of them, because
    /// more reads will follow.
    private func found(_ match: String) throws -> FoundPlaces {
        if let found, found.match == match { return found }
        var places = FoundPlaces(match, version: try database.searchVersion())
        if let earlier, earlier.isSame(as: places) {
            places = earlier
            try places.readAll(in: database, limit: limit)
        }
        found = places
        return places
    }
}
