package import FeedModel

/// The column of articles: the rows around what is shown, of a list that may be any length.
package struct ArticleList: Equatable, Sendable {
    package internal(set) var scope: ArticleScope?
    package internal(set) var order = ArticleOrder.newestFirst
    package private(set) var rows: [ArticleSummary] = []
    package private(set) var hasEarlierRows = false
    package private(set) var hasLaterRows = false
    /// The selected row.
    package private(set) var cursor = 0
    /// The first row shown.
    var top = 0
    /// Read since the list was opened, and so kept in it.
    var kept: Set<ArticleID> = []
    /// How many articles it holds, where they were found by words; nil until that is counted.
    package internal(set) var foundCount: Int?
    /// What the titles are narrowed to (`f`).
    package internal(set) var filter: String?
    /// True once the person has chosen a row. Until then the list stays at its top, whatever arrives above.
    var isHeld = false
    /// How far the selection still has to move once more rows are there.
    var pendingMove = 0
    /// Where the rows lie that were asked for and have not come.
    var asked: PageAnchor?
    /// Whether another row is about to be selected that is not known yet: the nearest unread one, one in rows that are read.
    var isSelectionAwaited = false
    /// Made since rows were asked for, which may have been read before.
    private var laterMarks: [LaterMark] = []

    private struct LaterMark: Equatable, Sendable {
        var articles: Set<ArticleID>
        var mark: Mark
    }

    /// Rows asked for at once, at most.
    package static let pageSize = 200
    /// Rows held at most; those farthest from the selection go first.
    package static let windowSize = 1_000

    /// Whether rows were asked for and have not come.
    var isLoading: Bool {
        asked != nil
    }

    package var selected: ArticleSummary? {
        rows.indices.contains(cursor) ? rows[cursor] : nil
    }

    /// Another list, still empty.
    mutating func open(_ scope: ArticleScope, order: ArticleOrder) {
        self = ArticleList()
        self.scope = scope
        self.order = order
        if case .filtered(_, let words) = scope { filter = words }
    }

    /// Puts rows in, in place of all or beside those that are here; others than those asked for last are not wanted any more.
    mutating func take(_ page: ArticlePage, at anchor: PageAnchor) {
        guard anchor == asked else { return }
        asked = nil
        var page = page
        for later in laterMarks { page.set(later.mark, on: later.articles) }
        laterMarks = []
        switch anchor {
        case .after(let id) where id == rows.last?.id:
            rows += page.rows
            hasLaterRows = page.hasLaterRows
        case .before(let id) where id == rows.first?.id:
            rows = page.rows + rows
            hasEarlierRows = page.hasEarlierRows
            cursor += page.rows.count
            top += page.rows.count
        case .after, .before:
            return  // of a list that has changed since
        case .start, .end, .around:
            replace(page, at: anchor)
        }
        trim()
        let move = pendingMove
        pendingMove = 0
        self.move(by: move)
    }

    /// Moves the selection; where it leaves the rows that are here, the rest of the way waits for more of them.
    mutating func move(by count: Int) {
        let target = cursor + count
        cursor = min(max(0, target), max(0, rows.count - 1))
        let isCutShort = target < 0 && hasEarlierRows || target >= rows.count && hasLaterRows
        pendingMove = isCutShort ? target - cursor : 0
    }

    /// What was asked for is not waited for any more.
    mutating func giveUpRows() {
        asked = nil
        isSelectionAwaited = false
        pendingMove = 0
        laterMarks = []
    }

    /// Rows that were asked for cannot be had: the list is what is here.
    mutating func loseRows() {
        giveUpRows()
        hasEarlierRows = false
        hasLaterRows = false
    }

    mutating func select(_ id: ArticleID) -> Bool {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return false }
        cursor = index
        isHeld = true
        return true
    }

    mutating func set(_ mark: Mark, on ids: Set<ArticleID>) {
        if let selected, ids.contains(selected.id) { isHeld = true }
        for index in rows.indices where ids.contains(rows[index].id) {
            rows[index].set(mark)
        }
        if isLoading { laterMarks.append(LaterMark(articles: ids, mark: mark)) }
    }

    /// Which rows are missing around the selection, so that scrolling on does not wait.
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
        isSelectionAwaited = false
        let offset = cursor - top
        // Where the selected article is gone, the nearest one that is left takes its place.
        let neighbours =
            rows[min(cursor, rows.count)...].map(\.id) + rows[..<min(cursor, rows.count)].reversed().map(\.id)
        rows = page.rows
        hasEarlierRows = page.hasEarlierRows
        hasLaterRows = page.hasLaterRows
        pendingMove = 0
        switch anchor {
        case .end:
            cursor = max(0, rows.count - 1)
        case .around where selection != nil:
            let present = Dictionary(rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
            cursor = neighbours.lazy.compactMap { present[$0] }.first ?? 0
            top = cursor - offset
        case .around(let id):
            cursor = rows.firstIndex { $0.id == id } ?? 0
            top = 0
        default:
            cursor = 0
            top = 0
        }
    }

    private mutating func trim() {
        let excess = rows.count - Self.windowSize
        guard excess > 0 else { return }
        if cursor > rows.count / 2 {
            rows.removeFirst(excess)
            cursor -= excess
            top -= excess
            hasEarlierRows = true
        } else {
            rows.removeLast(excess)
            hasLaterRows = true
        }
    }
}
