import Screen

// The mouse: the wheel scrolls the column under it, a click selects, a second click opens.
extension State {
    private static let wheelStep = 3

    mutating func point(_ mouse: Mouse) -> [Effect] {
        if panel != nil { return prompt == nil ? pointInPanel(mouse) : [] }
        if mouse.action == .release { return release(column: mouse.column) }
        if mouse.action == .click, prompt == nil, beginDrag(column: mouse.column) { return [] }
        guard prompt == nil,
            let placed = columns.columns.first(where: { $0.area.contains(row: mouse.row, column: mouse.column) })
        else { return [] }
        let line = mouse.row - ColumnLayout.body(of: placed.area).row
        switch mouse.action {
        case .wheelUp: return scroll(placed.column, by: -Self.wheelStep)
        case .wheelDown: return scroll(placed.column, by: Self.wheelStep)
        case .release: return []
        case .click, .doubleClick:
            guard line >= 0 else { return [] }
            return click(
                placed, line: line, column: mouse.column - placed.area.column, opens: mouse.action == .doubleClick)
        }
    }

    private mutating func scroll(_ column: Column, by lines: Int) -> [Effect] {
        switch column {
        case .feeds:
            sidebar.move(by: lines)
            return focus == .feeds ? previewScope() : []
        case .articles:
            let start = list.cursor
            list.isHeld = true
            list.move(by: lines)
            return markPassed(from: start) + followSelection()
        case .text:
            scrollText(by: lines)
            return []
        }
    }

    private mutating func click(_ placed: ColumnLayout.Placed, line: Int, column: Int, opens: Bool) -> [Effect] {
        switch placed.column {
        case .feeds: clickFeed(line, opens: opens)
        case .articles: clickArticle(line, opens: opens)
        case .text: clickText(placed.area, line: line, column: column)
        }
    }

    private mutating func clickFeed(_ line: Int, opens: Bool) -> [Effect] {
        let index = sidebar.top + line
        guard sidebar.rows.indices.contains(index), sidebar.rows[index] != .gap else { return [] }
        let wasSelected = focus == .feeds && sidebar.cursor == index
        focus = .feeds
        sidebar.cursor = index
        return opens || wasSelected ? open() : previewScope()
    }

    private mutating func clickArticle(_ line: Int, opens: Bool) -> [Effect] {
        let index = list.top + line
        guard list.rows.indices.contains(index) else { return [] }
        let wasSelected = focus == .articles && list.cursor == index
        focus = .articles
        list.isHeld = true
        list.move(by: index - list.cursor)
        return opens || wasSelected ? open() : followSelection()
    }

    private mutating func clickText(_ area: Area, line: Int, column: Int) -> [Effect] {
        guard let reading else { return [] }
        if reading.rows.indices.contains(line) {
            let shown = reading.rows[line].line
            let left = TextColumn(columnWidth: area.size.columns, limit: settings.textWidth).left
            // In reordered text only the frame knows the cells of a link.
            let number =
                shown.direction == nil
                ? shown.link(at: column - left).map { $0 + 1 }
                : drawnLink(row: ColumnLayout.body(of: area).row + line, column: area.column + column)
            if let number { return openLink(number) }
        }
        let wasFocused = focus == .text
        focus = .text
        return wasFocused ? [] : markOpened(reading.id)
    }

    /// Returns the number of the link in a cell of the screen.
    private func drawnLink(row: Int, column: Int) -> Int? {
        render(self, theme: theme, size: size).links.first { $0.row == row && $0.columns.contains(column) }?.number
    }

    private mutating func pointInPanel(_ mouse: Mouse) -> [Effect] {
        guard var panel, let area = area(of: panel) else { return [] }
        switch mouse.action {
        case .wheelUp: panel.move(by: -Self.wheelStep)
        case .wheelDown: panel.move(by: Self.wheelStep)
        case .release: return []
        case .click, .doubleClick:
            guard area.contains(row: mouse.row, column: mouse.column) else { return closePanel() }
            let rows = rows(of: panel)
            let row = panel.top + mouse.row - ColumnLayout.body(of: area).row
            guard rows.indices.contains(row), !rows[row].content.isHeading else { return [] }
            let index = rows[row].line
            let wasSelected = panel.cursor == index
            panel.cursor = index
            if wasSelected || mouse.action == .doubleClick { return choose(panel) }
        }
        self.panel = panel
        return []
    }
}
