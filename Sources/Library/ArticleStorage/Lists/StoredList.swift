import FeedModel

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
            more.span = span.intersection(wanted.spanBefore(last.place))
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

    func spanBefore(_ place: Place) -> Span {
        ascending ? .before(place) : .after(place)
    }

    func spanFrom(_ place: Place) -> Span {
        ascending ? .from(place) : .before(place.next)
    }

    func spanAfter(_ place: Place) -> Span {
        ascending ? .after(place) : .before(place)
    }

    var sql: String {
        ascending ? "ASC" : "DESC"
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
