import Screen

/// A list drawn over the focused column, and over its neighbours if its lines need the space.
enum PanelView {
    static func draw(_ panel: Panel, in area: Area, on canvas: inout Canvas) {
        let body = ColumnLayout.body(of: area)
        canvas.fill(row: area.row, columns: area.column..<area.endColumn, role: .bar)
        canvas.clear(body)
        for row in [area.row + 1, area.endRow] { canvas.rule(row: row, columns: area.column..<area.endColumn) }
        if area.column > 0 { RulesView.divide(at: area.column - 1, bottom: area.endRow, on: &canvas) }
        let heading = panel.filter.isEmpty ? panel.title : "\(panel.title): \(panel.filter)"
        let left = area.column + 1
        let hint = "Esc closes"
        let edge = canvas.write(hint, row: area.row, endingAt: area.endColumn - 1, from: left + 12, role: .dim)
        canvas.fit(heading, row: area.row, column: left, end: edge - 1, role: .title)

        let shown = panel.shown
        let labelWidth = labelWidth(panel, width: body.size.columns)
        for line in 0..<body.size.rows {
            let index = panel.top + line
            guard shown.indices.contains(index) else { break }
            draw(shown[index], row: body.row + line, in: body, labelWidth: labelWidth, panel.kind, on: &canvas)
            if index == panel.cursor, !shown[index].isHeading {
                canvas.select(row: body.row + line, columns: body.column..<body.endColumn, isFocused: true)
            }
        }
        if shown.isEmpty {
            canvas.fit("Nothing matches.", row: body.row, column: left + 2, end: body.endColumn, role: .dim)
        }
    }

    private static func draw(
        _ line: Panel.Line, row: Int, in area: Area, labelWidth: Int, _ kind: Panel.Kind, on canvas: inout Canvas
    ) {
        let left = area.column + 3
        let end = area.endColumn - 1
        guard !line.isHeading else {
            canvas.fit(line.label, row: row, column: left - 1, end: end, role: .heading)
            return
        }
        let isKey = kind == .help || kind == .links
        canvas.fit(line.label, row: row, column: left, end: min(end, left + labelWidth), role: isKey ? .accent : .text)
        canvas.fit(line.detail, row: row, column: left + labelWidth + 2, end: end, role: kind == .help ? .text : .dim)
    }

    /// Returns the width of the labels: the widest one, but at most half of the panel. In the feed report, it may
    /// shrink to a third if the facts need the room.
    private static func labelWidth(_ panel: Panel, width: Int) -> Int {
        guard panel.lines.contains(where: { !$0.detail.isEmpty }) else { return width }
        let widest = panel.lines.lazy.filter { !$0.isHeading }.map { DisplayWidth.of($0.label) }.max() ?? 0
        let labels = min(widest, max(6, width / 2 - 4))
        guard panel.kind == .feedReport else { return labels }
        let details = panel.lines.lazy.map { DisplayWidth.of($0.detail) }.max() ?? 0
        return min(labels, max(width / 3, width - details - 6))
    }
}
