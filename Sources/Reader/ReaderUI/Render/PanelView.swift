import Screen

/// A list drawn over the focused column, and over its neighbours if its lines need the space.
enum PanelView {
    static func draw(_ panel: Panel, in area: Area, on canvas: inout Canvas) {
        let body = ColumnLayout.body(of: area)
        canvas.fill(row: area.row, columns: area.column..<area.endColumn, role: .bar)
        canvas.clear(body)
        for row in [area.row + 1, area.endRow] { canvas.rule(row: row, columns: area.column..<area.endColumn) }
        if area.column > 0 { RulesView.divide(at: area.column - 1, bottom: area.endRow, on: &canvas) }
        let heading = panel.isFiltering ? "\(panel.title): \(panel.filter)" : panel.title
        let left = area.column + 1
        // The bottom line also says how to close it; a long heading takes the room.
        let hint = "Esc closes"
        let start = left + max(12, DisplayWidth.of(heading) + 1)
        let edge = canvas.write(hint, row: area.row, endingAt: area.endColumn - 1, from: start, role: .dim)
        canvas.fit(heading, row: area.row, column: left, end: edge - 1, role: .title)

        let rows = panel.rows(width: body.size.columns).dropFirst(panel.top).prefix(body.size.rows)
        let labelWidth = panel.labelWidth(within: body.size.columns)
        // From the bottom, so that the cursor ends on the first row of the selected line.
        for (index, row) in rows.enumerated().reversed() {
            draw(row.content, row: body.row + index, in: body, labelWidth: labelWidth, panel.kind, on: &canvas)
            if row.line == panel.cursor, !row.content.isHeading {
                canvas.select(row: body.row + index, columns: body.column..<body.endColumn, isFocused: true)
            }
        }
        if rows.isEmpty {
            canvas.placeCursor(row: body.row, column: left + 2)
            canvas.fit("Nothing matches.", row: body.row, column: left + 2, end: body.endColumn, role: .dim)
        }
    }

    private static func draw(
        _ line: Panel.Line, row: Int, in area: Area, labelWidth: Int, _ kind: Panel.Kind, on canvas: inout Canvas
    ) {
        let left = area.column + 3
        let end = area.endColumn - 1
        guard !line.isHeading else {
            canvas.fit(line.label, row: row, column: left - 1, end: end, role: line.part == .example ? .dim : .heading)
            return
        }
        let isKey = kind == .help || kind == .links
        canvas.fit(line.label, row: row, column: left, end: min(end, left + labelWidth), role: isKey ? .accent : .text)
        // A right-to-left name in a detail must not turn the address or the date after it.
        canvas.fit(
            line.detail, row: row, column: left + labelWidth + 2, end: end, role: kind == .help ? .text : .dim,
            isRightToLeft: false)
    }
}
