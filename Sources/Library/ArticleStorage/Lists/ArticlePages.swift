import FeedModel

extension LibraryState {
    func page(of listing: ArticleListing, at anchor: PageAnchor, limit: Int) throws -> ArticlePage {
        let page = try rowPage(of: listing, at: anchor, limit: limit)
        return ArticlePage(
            rows: try database.summaries(of: page.rows), hasEarlierRows: page.hasEarlierRows,
            hasLaterRows: page.hasLaterRows)
    }

    private func rowPage(of listing: ArticleListing, at anchor: PageAnchor, limit: Int) throws -> RowPage {
        if limit > 0, listing.isSorted {
            return try SortedRows(listing, in: self)?.page(at: anchor, limit: limit) ?? .empty
        }
        guard limit > 0, let list = try StoredList(listing, in: self) else { return .empty }
        switch anchor {
        case .start: return try list.firstPage(limit)
        case .end: return try list.lastPage(limit)
        case .after(let id): return try list.page(after: database.place(of: id), limit)
        case .before(let id): return try list.page(before: database.place(of: id), limit)
        case .around(let id): return try list.page(around: database.place(of: id), limit)
        }
    }

    func nearestUnread(
        _ direction: StoredList.Direction, in listing: ArticleListing, from id: ArticleID?, limit: Int
    ) throws -> [ArticleSummary] {
        let rows: [ListRow]?
        if listing.isSorted {
            rows = try SortedRows(listing, in: self)?.nearestUnread(direction, from: id, limit: limit)
        } else {
            var unread = listing
            unread.unreadOnly = true
            unread.kept = []
            rows = try StoredList(unread, in: self)?
                .rows(direction, from: id.flatMap { try database.place(of: $0) }, limit: limit)
        }
        return try database.summaries(of: rows ?? [])
    }
}

extension StoredList {
    fileprivate func firstPage(_ limit: Int) throws -> RowPage {
        let rows = try rows(.down, limit: limit + 1)
        return RowPage(rows.prefix(limit), hasEarlierRows: false, hasLaterRows: rows.count > limit)
    }

    fileprivate func lastPage(_ limit: Int) throws -> RowPage {
        let rows = try rows(.up, limit: limit + 1)
        return RowPage(rows.prefix(limit).reversed(), hasEarlierRows: rows.count > limit, hasLaterRows: false)
    }

    fileprivate func page(after place: Place?, _ limit: Int) throws -> RowPage {
        guard let place else { return try firstPage(limit) }
        let rows = try rows(.down, from: place, limit: limit + 1)
        return RowPage(
            rows.prefix(limit), hasEarlierRows: try has(.up, of: rows.first?.place, or: place),
            hasLaterRows: rows.count > limit)
    }

    fileprivate func page(before place: Place?, _ limit: Int) throws -> RowPage {
        guard let place else { return try firstPage(limit) }
        let rows = try rows(.up, from: place, limit: limit + 1)
        return RowPage(
            rows.prefix(limit).reversed(), hasEarlierRows: rows.count > limit,
            hasLaterRows: try has(.down, of: rows.first?.place, or: place))
    }

    /// Returns half of the rows from above and half from below; if one side has too few, the other supplies more.
    fileprivate func page(around place: Place?, _ limit: Int) throws -> RowPage {
        guard let place else { return try firstPage(limit) }
        let half = limit - limit / 2
        var below = try rows(.down, from: place, including: true, limit: half + 1)
        let above = try rows(.up, from: place, limit: limit - min(below.count, half) + 1)
        if above.count < limit / 2, below.count > half {
            below = try rows(.down, from: place, including: true, limit: limit - above.count + 1)
        }
        let shownAbove = above.prefix(max(limit / 2, limit - below.count))
        let shownBelow = below.prefix(limit - shownAbove.count)
        return RowPage(
            shownAbove.reversed() + shownBelow, hasEarlierRows: above.count > shownAbove.count,
            hasLaterRows: below.count > shownBelow.count)
    }

    /// True if the list continues beyond a page's outermost row or, if the page is empty, beyond the requested place.
    private func has(_ direction: Direction, of row: Place?, or place: Place) throws -> Bool {
        try !rows(direction, from: row ?? place, including: row == nil, limit: 1).isEmpty
    }
}

/// Neighbouring rows of a list.
struct RowPage {
    static let empty = RowPage([], hasEarlierRows: false, hasLaterRows: false)

    let rows: [ListRow]
    let hasEarlierRows: Bool
    let hasLaterRows: Bool

    init(_ rows: some Sequence<ListRow>, hasEarlierRows: Bool, hasLaterRows: Bool) {
        self.rows = Array(rows)
        self.hasEarlierRows = hasEarlierRows
        self.hasLaterRows = hasLaterRows
    }
}
