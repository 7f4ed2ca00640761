import FeedModel
import Screen

// Keeps the columns and the selection consistent.
extension State {
    var columns: ColumnLayout {
        ColumnLayout(size: size, focus: focus, isZen: isZen, chosen: chosenWidths)
    }

    /// Returns the number of rows that a column shows, or would show if it were visible.
    func height(of column: Column) -> Int {
        let area = columns.area(of: column) ?? Area(row: 0, column: 0, columns: size.columns, rows: size.rows - 2)
        return max(1, ColumnLayout.body(of: area).size.rows)
    }

    /// The article that commands apply to.
    var currentArticle: ArticleID? {
        switch focus {
        case .feeds: nil
        case .articles: list.selected?.id
        case .text: reading?.id ?? text.awaited
        }
    }

    /// The feed that commands apply to.
    var currentSubscription: SubscriptionID? {
        switch focus {
        case .feeds: return sidebar.selectedFeed?.id
        case .articles, .text:
            if case .feed(let id) = list.scope { return id }
            return focus == .text ? reading?.open.article.subscription : list.selected?.subscription
        }
    }

    /// Shows the articles of the selected feed in the neighbouring column.
    mutating func previewScope() -> [Effect] {
        guard let scope = sidebar.selected?.scope, columns.area(of: .articles) != nil else { return [] }
        return show(scope)
    }

    /// Shows the text of the selected article in the neighbouring column.
    mutating func followSelection() -> [Effect] {
        if focus == .feeds, list.scope == nil || list.scope != sidebar.selected?.scope {
            let effects = previewScope()
            if !effects.isEmpty { return effects }
        }
        guard waiting.otherList == nil, columns.area(of: .text) != nil, focus != .text || reading == nil else {
            return []
        }
        guard let selected = list.selected else {
            leaveReading()
            return []
        }
        return read(selected.id)
    }

    /// Requests the missing details of visible feeds; for all other feeds a summary is enough.
    mutating func wantedSubscriptions() -> [Effect] {
        let ids = sidebar.markRequested(feedsInView)
        return ids.isEmpty ? [] : [.loadSubscriptions(ids)]
    }

    /// The feeds with visible rows, and those to which the other columns and the bottom line refer.
    private var feedsInView: [SubscriptionID] {
        let rows = columns.area(of: .feeds) == nil ? 0 : height(of: .feeds)
        var ids: [SubscriptionID] = []
        ids.reserveCapacity(rows + 2)
        for case .feed(let id) in sidebar.rows.dropFirst(sidebar.top).prefix(rows) { ids.append(id) }
        if case .feed(let id) = list.scope { ids.append(id) }
        if let id = currentSubscription { ids.append(id) }
        return ids
    }

    mutating func keepSelectionInView() {
        sidebar.top = Scrolling.top(
            sidebar.top, cursor: sidebar.cursor, count: sidebar.rows.count, height: height(of: .feeds),
            margin: settings.scrollMargin)
        list.top = Scrolling.top(
            list.top, cursor: list.cursor, count: list.rows.count, height: height(of: .articles),
            margin: settings.scrollMargin)
        keepPanelInView()
    }

    private mutating func keepPanelInView() {
        guard let panel else { return }
        let top = top(of: panel, among: rows(of: panel))
        self.panel?.top = top
    }

    /// Returns the area that a panel takes on the screen; nil if the focused column is not visible.
    func area(of panel: Panel) -> Area? {
        columns.area(ofPanelOver: focus, width: panel.wantedWidth)
    }

    /// Returns the screen rows that a panel's lines take.
    func rows(of panel: Panel) -> [PanelRow] {
        panel.rows(width: area(of: panel)?.size.columns ?? size.columns)
    }

    /// Returns the first row that a panel shows so that its selected line is visible.
    func top(of panel: Panel, among rows: [PanelRow]) -> Int {
        let selected = [
            rows.lastIndex { $0.line == panel.cursor } ?? 0, rows.firstIndex { $0.line == panel.cursor } ?? 0,
        ]
        // The last row first: if not all rows of the selected line fit, the first ones are shown.
        let height = height(of: focus) - 1
        return selected.reduce(panel.top) { top, row in
            Scrolling.top(top, cursor: row, count: rows.count, height: height, margin: 1)
        }
    }
}
