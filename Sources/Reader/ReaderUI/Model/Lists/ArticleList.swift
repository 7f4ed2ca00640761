import FeedModel

/// The column of articles. It holds only the rows near the visible ones, since a list may have any length.
struct ArticleList: Equatable, Sendable {
    var scope: ArticleScope?
    var order = ArticleOrder.newestFirst
    /// True if the list leaves out articles that are not packed.
    var isPackedOnly = false
    private(set) var rows: [ArticleSummary] = []
    private(set) var hasEarlierRows = false
    private(set) var hasLaterRows = false
    /// The selected row.
    private(set) var cursor = 0
    /// The first row shown.
    var top = 0
    /// Articles marked since the list was opened; they stay in the list.
    var kept: Set<ArticleID> = []
    /// The number of articles found, in a list that a search fills; nil until counted.
    var foundCount: Int?
    /// The words that the titles are filtered by (`f`).
    var filter: String?
    var picks = RowPicks()
    /// True once the person has selected a row. Before that the list stays at its top, even if new articles arrive; if
    /// it is focused, its selected article stays selected.
    var isHeld = false
    /// Rows that the selection still has to move once more rows have loaded.
    var pendingMove = 0
    /// The position of the rows that are loading.
    var requestedPage: PageAnchor?
    /// Articles that an undo has restored. When the rows reload, the first of them that is listed is selected.
    var awaited: Set<ArticleID> = []
    /// True while the row to select is not known yet: the nearest unread one, or one among rows that are still loading.
    var isSelectionAwaited = false
    /// True if the list has just opened, and its first unread article is selected once the row has loaded.
    var seeksUnread = false
    /// Marks made since the last request for rows; the rows may have been read before these marks were stored.
    private var laterMarks: [LaterMark] = []

    private struct LaterMark: Equatable, Sendable {
        var articles: Set<ArticleID>
        var mark: Mark
    }

    /// Maximum number of rows requested at once.
    static let pageSize = 200
    /// Maximum number of rows held; rows farthest from the selection are dropped first.
    static let windowSize = 1_000

    /// True if its rows may take longer than a key press should wait.
    var isSearched: Bool {
        scope?.isSearched == true || ((order.isSorted || isPackedOnly) && scope != .guide)
    }

    /// True while rows are loading.
    var isLoading: Bool {
        requestedPage != nil
    }

    init(isPackedOnly: Bool = false) {
        self.isPackedOnly = isPackedOnly
    }

    var picked: Set<ArticleID> { picks.ids }

    var selected: ArticleSummary? {
        rows.indices.contains(cursor) ? rows[cursor] : nil
    }

    /// Opens another list, which is empty at first. In a filter of the same list, and after it, the picked rows stay
    /// picked.
    mutating func open(_ scope: ArticleScope, order: ArticleOrder, keeping kept: Set<ArticleID> = []) {
        let before = self
        self = ArticleList(isPackedOnly: isPackedOnly)
        if before.scope?.unfiltered == scope.unfiltered { picks = before.picks.withoutRange }
        self.kept = kept
        self.scope = scope
        self.order = order
        if case .filtered(_, let words) = scope { filter = words }
    }

    /// Adds loaded rows, or replaces all rows with them. Ignores rows that are not those requested last.
    ///
    /// - Returns: the rows that the rest of a move passes, which had to wait for later rows.
    mutating func insert(_ page: ArticlePage, at anchor: PageAnchor) -> ArraySlice<ArticleSummary> {
        guard anchor == requestedPage else { return [] }
        requestedPage = nil
        var page = page
        for later in laterMarks { page.set(later.mark, on: later.articles) }
        laterMarks = []
        guard place(page, at: anchor) else { return [] }
        let (start, move) = (cursor, pendingMove)
        pendingMove = 0
        self.move(by: move)
        var passed: ArraySlice<ArticleSummary> = []
        if case .after = anchor, start < cursor { passed = rows[start..<cursor] }
        // After the move: before it, the new rows are the farthest ones, and a move of more than a window would never
        // end.
        trim()
        return passed
    }

    /// Returns false if the list has changed since these rows were requested.
    private mutating func place(_ page: ArticlePage, at anchor: PageAnchor) -> Bool {
        switch anchor {
        case .after(let id) where id == rows.last?.id:
            rows += page.rows
            hasLaterRows = page.hasLaterRows
        case .before(let id) where id == rows.first?.id:
            rows = page.rows + rows
            hasEarlierRows = page.hasEarlierRows
            cursor += page.rows.count
            top += page.rows.count
        case .after, .before: return false
        case .start, .end, .around:
            let offset = cursor - top
            replace(page, at: anchor)
            selectAwaited(offset: offset)
            // Before the rows are trimmed: the range may begin far from the selection.
            if picks.isRangeAwaited { picks.isRangeAwaited = !pickRange() }
        }
        return true
    }

    /// Moves the selection. If it leaves the loaded rows, the rest of the move waits until more have loaded.
    mutating func move(by count: Int) {
        let target = cursor + count
        cursor = min(max(0, target), max(0, rows.count - 1))
        let isCutShort = target < 0 && hasEarlierRows || target >= rows.count && hasLaterRows
        pendingMove = isCutShort ? target - cursor : 0
    }

    /// Stops waiting for the requested rows.
    mutating func cancelRowRequest() {
        requestedPage = nil
        isSelectionAwaited = false
        picks.isRangeAwaited = false
        pendingMove = 0
        laterMarks = []
    }

    /// Ends the list at the loaded rows, because no more can be read.
    mutating func endAtLoadedRows() {
        cancelRowRequest()
        hasEarlierRows = false
        hasLaterRows = false
    }

    mutating func select(_ id: ArticleID) -> Bool {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return false }
        cursor = index
        isHeld = true
        return true
    }

    /// Picks the selected row, or unpicks it.
    mutating func togglePick() {
        guard let id = selected?.id else { return }
        isHeld = true
        picks.toggle(id)
    }

    /// Picks the rows from the one picked last to the selected one; returns false if the former is not loaded, or too
    /// far away.
    mutating func pickRange() -> Bool {
        guard let last = picks.last, let start = rows.firstIndex(where: { $0.id == last }), let end = selected?.id,
            max(start, cursor) - min(start, cursor) < Self.windowSize
        else { return false }
        isHeld = true
        picks.add(rows[min(start, cursor)...max(start, cursor)].lazy.map(\.id), endingAt: end)
        return true
    }

    /// Unpicks rows that are no longer listed where the page has their neighbours: another process may have deleted
    /// them.
    private mutating func unpickRows(missingFrom page: ArticlePage) {
        guard !picked.isEmpty else { return }
        let present = Set(page.rows.map(\.id))
        let ids = rows.map(\.id)
        let start = page.hasEarlierRows ? ids.firstIndex(where: present.contains) ?? ids.endIndex : 0
        let end = page.hasLaterRows ? ids.lastIndex(where: present.contains) ?? 0 : ids.endIndex
        if start < end { picks.remove(Set(ids[start..<end]).subtracting(present)) }
    }

    mutating func set(_ mark: Mark, on ids: Set<ArticleID>) {
        if let selected, ids.contains(selected.id) { isHeld = true }
        for index in rows.indices where ids.contains(rows[index].id) {
            rows[index].set(mark)
        }
        if isLoading { laterMarks.append(LaterMark(articles: ids, mark: mark)) }
    }

    /// Removes the rows of deleted articles. If the selected one is among them, selects the nearest remaining row,
    /// preferably one below it. The deleted articles stay in `kept`: an undo lists them again, whatever their marks.
    mutating func remove(_ ids: Set<ArticleID>) {
        let left = rows.indices.filter { !ids.contains(rows[$0].id) }
        guard left.count < rows.count else { return }
        let above = left.count { $0 < cursor }
        top = left.count { $0 < top }
        cursor = min(above, max(0, left.count - 1))
        rows = left.map { rows[$0] }
        isHeld = true
        picks.remove(ids)
        pendingMove = 0
    }

    /// Returns the position of the rows missing near the selection, so that scrolling does not wait for them.
    func missingRows(margin: Int) -> PageAnchor? {
        guard !isLoading else { return nil }
        if hasLaterRows, let last = rows.last, cursor + margin >= rows.count || pendingMove > 0 {
            return .after(last.id)
        }
        if hasEarlierRows, let first = rows.first, cursor - margin < 0 || pendingMove < 0 {
            return .before(first.id)
        }
        return nil
    }

    private mutating func replace(_ page: ArticlePage, at anchor: PageAnchor) {
        let selection = isSelectionAwaited ? nil : selected?.id
        // A move to a row by its number starts at the first row.
        if anchor != .start || !isSelectionAwaited { pendingMove = 0 }
        isSelectionAwaited = false
        let offset = cursor - top
        // If the selected article is gone, select the nearest one that remains.
        let neighbours =
            rows[min(cursor, rows.count)...].map(\.id) + rows[..<min(cursor, rows.count)].reversed().map(\.id)
        unpickRows(missingFrom: page)
        rows = page.rows
        hasEarlierRows = page.hasEarlierRows
        hasLaterRows = page.hasLaterRows
        switch anchor {
        case .end:
            cursor = max(0, rows.count - 1)
        case .around where selection != nil:
            let present = Dictionary(rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
            cursor = neighbours.lazy.compactMap { present[$0] }.first ?? 0
            top = isHeld ? cursor - offset : 0
        case .around(let id):
            let index = rows.firstIndex { $0.id == id }
            cursor = index ?? 0
            top = 0
            isHeld = index != nil
        default:
            cursor = 0
            top = 0
        }
    }

    /// - Parameter offset: the rows between the first one shown and the selected one.
    private mutating func selectAwaited(offset: Int) {
        let index = rows.firstIndex { awaited.contains($0.id) }
        awaited = []
        guard let index else { return }
        cursor = index
        top = max(0, index - offset)
        isHeld = true
    }

    private mutating func trim() {
        let excess = rows.count - Self.windowSize
        guard excess > 0 else { return }
        let earlier = min(excess, max(0, cursor - Self.windowSize / 2))
        rows.removeLast(excess - earlier)
        rows.removeFirst(earlier)
        cursor -= earlier
        top -= earlier
        if earlier > 0 { hasEarlierRows = true }
        if earlier < excess { hasLaterRows = true }
    }
}
