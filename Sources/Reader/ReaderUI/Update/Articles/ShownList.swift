import FeedModel

// Shows lists in the column of articles, and requests their rows.
extension State {
    /// The open list, in the form that requests to the library use.
    var listing: ArticleListing? {
        list.scope.map { listing(of: $0, order: list.order, keeping: list.kept) }
    }

    /// Returns a list in the form that requests to the library use.
    func listing(of scope: ArticleScope, order: ArticleOrder, keeping kept: Set<ArticleID>) -> ArticleListing {
        var listing = ArticleListing(
            scope, order: order, unreadOnly: hidesRead(in: scope), kept: kept, foldsStories: settings.foldsStories,
            midnight: clock.midnight)
        listing.packedOnly = list.isPackedOnly
        return listing
    }

    /// The list that is shown, or will be once its rows have loaded.
    var target: (scope: ArticleScope?, order: ArticleOrder) {
        waiting.otherList.map { ($0.listing.scope, $0.listing.order) } ?? (list.scope, list.order)
    }

    /// Opens a list and focuses it.
    ///
    /// - Parameters:
    ///   - fetches: false for a feed that was fetched a moment ago when it was subscribed.
    ///   - waitsForRows: false to leave the list on the screen at once, whatever the new one needs.
    ///   - kept: articles that are listed whatever their marks.
    mutating func openScope(
        _ scope: ArticleScope, fetches: Bool = true, at anchor: PageAnchor = .start, keeping kept: Set<ArticleID> = [],
        waitsForRows: Bool = true
    ) -> [Effect] {
        focus = .articles
        scopeBesideList = nil
        // Esc in the opened list leads to no list before it. While a search is typed, Esc leaves the search.
        if prompt == nil { previousList = nil }
        sidebar.select(scope)
        var effects = show(scope, at: anchor, keeping: kept, waitsForRows: waitsForRows)
        effects += selectFirstUnread()
        if case .feed(let id) = scope, fetches, settings.fetchesOnOpen { effects.append(.openFeed(id)) }
        return effects
    }

    /// Shows a list, unless it is already shown. A list that needs a search, or that follows the selected feed,
    /// replaces the old one once its rows have loaded.
    ///
    /// - Parameter kept: articles that are listed whatever their marks.
    mutating func show(
        _ scope: ArticleScope, order: ArticleOrder? = nil, at anchor: PageAnchor = .start,
        keeping kept: Set<ArticleID> = [], waitsForRows: Bool = true
    ) -> [Effect] {
        let order = order ?? self.order(of: scope)
        guard target != (scope, order) else { return [] }
        // If the person returned to the list on the screen, requests for its rows may have been cancelled in the
        // meantime.
        waiting.forgetOtherList()
        waiting.needsReload = list.scope == scope && list.order == order
        guard !waiting.needsReload else { return [] }
        guard waitsForRows, scope.isSearched || order.isSorted || list.isPackedOnly || focus == .feeds else {
            openList(scope, order: order, at: anchor, keeping: kept)
            return loadList(at: anchor)
        }
        list.cancelRowRequest()
        let request = PageRequest(listing(of: scope, order: order, keeping: kept), at: anchor, limit: rowsAtOnce)
        waiting.goal = .otherList(request)
        return [.loadPage(request)]
    }

    /// Returns a feed's own order, or the order of all lists.
    func order(of scope: ArticleScope) -> ArticleOrder {
        if case .feed(let id) = scope, let order = sidebar.feed(id)?.preferences.order { return order }
        return settings.order
    }

    mutating func loadList(at anchor: PageAnchor) -> [Effect] {
        guard let listing else { return [] }
        list.requestedPage = anchor
        return [
            .loadPage(PageRequest(listing, at: anchor, limit: max(rowsAtOnce, list.pendingMove.magnitude.clamped)))
        ]
    }

    /// Number of rows requested first: enough to fill the column while the person only browses lists.
    private var rowsAtOnce: Int {
        expectsChange ? min(ArticleList.pageSize, height(of: .articles) + 1) : rowsAround
    }

    /// Number of rows requested for scrolling in both directions, with a reserve so that the next step needs no
    /// request.
    var rowsAround: Int {
        min(ArticleList.pageSize, 4 * height(of: .articles) + 1)
    }

    /// Number of rows kept on each side of the selection.
    private var margin: Int {
        height(of: .articles) * 3 / 2
    }

    /// True if the next key is likely to change the list: while the feeds are focused, and while words are typed.
    private var expectsChange: Bool {
        focus == .feeds || prompt?.kind == .search || prompt?.kind == .filter
    }

    /// Stops waiting for rows that could not be read.
    mutating func endWaiting(forRowsOf listing: ArticleListing) {
        waiting.fail(listing)
        if list.scope == listing.scope { list.endAtLoadedRows() }
    }

    /// Requests the rows that are missing around the selection.
    mutating func wantedRows() -> [Effect] {
        guard waiting.otherList == nil else { return [] }
        guard let anchor = list.missingRows(margin: expectsChange ? 0 : margin) else { return [] }
        return loadList(at: anchor)
    }
}

extension UInt {
    /// The number, limited to 10,000 rows per request.
    fileprivate var clamped: Int { Int(Swift.min(self, 10_000)) }
}
