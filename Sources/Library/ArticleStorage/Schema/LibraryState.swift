import FeedModel
import GRDB

/// One unchanging state of the library, as lists are read from it, and what is known of a search from states before it.
package final class LibraryState {
    let database: Database
    private let earlier: FoundPlaces?
    private let limit: Int
    /// What the search finds that was read from; nil where there was none.
    private(set) var found: FoundPlaces?

    /// `earlier`: what the search found that was read from last, in whatever state.
    /// `limit`: as many of them are kept at most.
    init(_ database: Database, earlier: FoundPlaces? = nil, limit: Int = FoundPlaces.limit) {
        self.database = database
        self.earlier = earlier
        self.limit = limit
    }

    /// The first rows of a selection within a span.
    func rows(of selection: ArticleSelection, _ order: RowOrder) throws -> [ListRow] {
        guard let match = selection.match else { return try database.rows(of: selection, order) }
        let found = try found(match)
        if let rows = try nearestRows(found, of: selection, order) { return rows }
        if let marked = try database.fewMarkedRows(of: selection, order) {
            return try found.first(order, among: marked, in: database)
        }
        return try database.all(found, of: selection, order, columns: ListRow.columns, ListRow.init)
    }

    /// Where much is found, the first articles with the marks asked for are found as well, more often than not: where one is
    /// wanted, a few of these are looked at before what is found is asked for its marks.
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

    /// Rows that are listed whatever their marks.
    func rows(of selection: ArticleSelection, keeping kept: Set<ArticleID>, _ order: RowOrder) throws -> [ListRow] {
        let rows = try database.rows(of: selection, keeping: kept, in: order.span)
        guard let match = selection.match else { return rows }
        return try found(match).first(order, among: rows, in: database)
    }

    /// The ids of all that is in a selection within a span, in no order.
    func ids(of selection: ArticleSelection, in span: Span) throws -> [ArticleID] {
        guard let match = selection.match else { return try database.ids(of: selection, in: span) }
        let all = RowOrder(span: span, ascending: true, limit: .max)
        return try database.all(found(match), of: selection, all, columns: "article.id") { ArticleID(rawValue: $0[0]) }
    }

    /// Who reads a search for the first time takes from the index what is needed at once. Who reads on in it will want more: the
    /// second read takes all there is.
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
