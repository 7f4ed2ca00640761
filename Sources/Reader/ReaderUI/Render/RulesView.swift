import Screen

/// Draws the rules between the columns, below their headers and above the status line.
enum RulesView {
    static func draw(_ layout: ColumnLayout, size: Size, on canvas: inout Canvas) {
        let bottom = size.rows - 2
        canvas.rule(row: 1, columns: 0..<size.columns)
        canvas.rule(row: bottom, columns: 0..<size.columns)
        for placed in layout.columns.dropLast() {
            divide(at: placed.area.endColumn, bottom: bottom, on: &canvas)
        }
    }

    /// Draws the rule between two columns.
    static func divide(at column: Int, bottom: Int, on canvas: inout Canvas) {
        canvas.rule(column: column, rows: 0..<bottom)
        canvas.put(canvas.glyphs.cross, row: 1, column: column, role: .rule)
        canvas.put(canvas.glyphs.teeUp, row: bottom, column: column, role: .rule)
    }
}

/// The message on a screen that is too small for anything else.
enum SmallScreenView {
    static func draw(on canvas: inout Canvas) {
        let size = canvas.frame.size
        let needed = ColumnLayout.minimumSize
        let lines = [
            "lede needs", "\(needed.columns)×\(needed.rows),", "this is", "\(size.columns)×\(size.rows)", "q quits",
        ]
        for (row, line) in lines.enumerated() where row < size.rows {
            canvas.write(line, row: row, column: 0, end: size.columns, role: .text)
        }
    }
}
