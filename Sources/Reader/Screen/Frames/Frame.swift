/// A whole screen of cells, row by row.
///
/// Writing never leaves half of a wide character: a character cut in two becomes a space.
package struct Frame: Equatable, Sendable {
    package let size: Size
    package private(set) var cells: [Cell]
    /// The position of the terminal's cursor: in a prompt, or on the selected row, so that screen readers and
    /// magnifiers can follow it.
    package var cursor: Position?
    /// False if the cursor moves but stays hidden.
    package var showsCursor = false
    /// Cells that link to an address, in terminals that show links.
    package var links: [Link] = []

    /// A part of a row that is a link, or part of a longer link.
    package struct Link: Equatable, Sendable {
        package var row: Int
        package var columns: Range<Int>
        package var address: String
        /// Parts of one link have the same number.
        package var number: Int

        package init(row: Int, columns: Range<Int>, address: String, number: Int) {
            self.row = row
            self.columns = columns
            self.address = address
            self.number = number
        }
    }

    package struct Position: Equatable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    package init(size: Size, style: Style = .plain) {
        self.size = size
        cells = Array(repeating: Cell(.space, style: style), count: max(0, size.columns) * max(0, size.rows))
    }

    package subscript(row: Int, column: Int) -> Cell {
        cells[row * size.columns + column]
    }

    /// Writes a line of text from a column on, up to `end` (the frame's edge by default). Returns the column after the
    /// text.
    @discardableResult
    package mutating func write(_ text: String, row: Int, column: Int, end: Int? = nil, style: Style) -> Int {
        let limit = min(end ?? size.columns, size.columns)
        guard row >= 0, row < size.rows, column >= 0 else { return column }
        return inRow(row) { cells in
            var column = column
            text.forEachPiece { piece, _ in
                guard column < limit else { return false }
                switch piece {
                case .plain(let bytes):
                    let columns = column..<min(column + bytes.count, limit)
                    cells.replace(columns) { Cell(Glyph(Unicode.Scalar(bytes[$0]), width: 1), style: style) }
                    column = columns.upperBound
                case .scalar(let scalar):
                    let width = DisplayWidth.of(scalar)
                    if width > 0 { cells.put(Glyph(scalar, width: width), at: &column, limit: limit, style) }
                case .character(let character):
                    Glyph.reduce(character) { cells.put($0, at: &column, limit: limit, style) }
                }
                return true
            }
            return column
        }
    }

    /// Writes cells next to each other from a column on; cells beyond the edge are left out.
    package mutating func put(_ cells: ArraySlice<Cell>, row: Int, column: Int) {
        guard row >= 0, row < size.rows, column >= 0 else { return }
        inRow(row) { row in
            for (offset, cell) in cells.enumerated() where column + offset < row.count {
                row.put(cell, at: column + offset)
            }
        }
    }

    /// Fills an area with spaces in a style.
    package mutating func clear(_ area: Area, style: Style) {
        let columns = max(0, area.column)..<max(0, min(area.endColumn, size.columns))
        for row in max(0, area.row)..<max(0, min(area.endRow, size.rows)) {
            fill(row, columns, with: Cell(.space, style: style))
        }
    }

    /// Repeats one single-width code point along a row.
    package mutating func rule(_ text: String, row: Int, columns: Range<Int>, style: Style) {
        guard row >= 0, row < size.rows, let scalar = text.unicodeScalars.first else { return }
        fill(row, columns.clamped(to: 0..<size.columns), with: Cell(Glyph(scalar, width: 1), style: style))
    }

    /// Repeats one single-width code point down a column.
    package mutating func rule(_ text: String, column: Int, rows: Range<Int>, style: Style) {
        guard column >= 0, column < size.columns, let scalar = text.unicodeScalars.first else { return }
        let cell = Cell(Glyph(scalar, width: 1), style: style)
        for row in rows.clamped(to: 0..<size.rows) { inRow(row) { $0.put(cell, at: column) } }
    }

    /// Moves rows as a terminal scrolls them. The uncovered rows are blank.
    package mutating func scroll(_ scroll: FrameScroll) {
        let old = cells
        for row in scroll.rows {
            let source = row + scroll.count
            let isUncovered = !scroll.rows.contains(source)
            inRow(row) { cells in
                for column in cells.indices {
                    cells[column] =
                        isUncovered
                        ? Cell(.space, style: .plain) : old[source * cells.count + column]
                }
            }
        }
    }

    /// Changes the style of cells that are already written. Adjacent cells usually share a style, so each run of equal
    /// styles is computed once.
    package mutating func restyle(row: Int, columns: Range<Int>, _ change: (Style) -> Style) {
        guard row >= 0, row < size.rows else { return }
        inRow(row) { cells in
            var (last, changed): (Style?, Style) = (nil, .plain)
            for column in columns.clamped(to: 0..<cells.count) {
                if cells[column].style != last {
                    last = cells[column].style
                    changed = change(cells[column].style)
                }
                cells[column].style = changed
            }
        }
    }

    /// The rows as text, without trailing spaces.
    package var lines: [String] {
        (0..<size.rows).map { row in
            let text = (0..<size.columns).map { self[row, $0].text }.joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    private mutating func fill(_ row: Int, _ columns: Range<Int>, with cell: Cell) {
        inRow(row) { $0.replace(columns) { _ in cell } }
    }

    /// Gives access to the cells of a row with one uniqueness check for the whole row instead of one for each cell.
    private mutating func inRow<Result>(_ row: Int, _ body: (UnsafeMutableBufferPointer<Cell>) -> Result) -> Result {
        let range = row * size.columns..<(row + 1) * size.columns
        return cells.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[range])) }
    }
}

/// A row of cells.
extension UnsafeMutableBufferPointer<Cell> {
    /// Writes a glyph and advances the column. A wide glyph does not fit in the last column.
    fileprivate func put(_ glyph: Glyph, at column: inout Int, limit: Int, _ style: Style) {
        guard column < limit else { return }
        let fits = column + glyph.width <= limit
        put(Cell(fits ? glyph : .space, style: style), at: column)
        column += fits ? glyph.width : 1
    }

    fileprivate func put(_ cell: Cell, at column: Int) {
        blankOtherHalf(of: column)
        self[column] = cell
        if cell.width == 2 {
            blankOtherHalf(of: column + 1)
            self[column + 1] = Cell(.continuation, style: cell.style)
        }
    }

    /// Writes cells of one column each. Only the first and the last can split a wide character.
    @inline(__always)
    fileprivate func replace(_ columns: Range<Int>, with cell: (_ offset: Int) -> Cell) {
        guard let first = columns.first, let last = columns.last else { return }
        blankOtherHalf(of: first)
        blankOtherHalf(of: last)
        for column in columns { self[column] = cell(column - first) }
    }

    /// Replaces the other half of a wide character if the half at `column` is about to be overwritten.
    private func blankOtherHalf(of column: Int) {
        let width = self[column].width
        guard width != 1 else { return }
        if width == 0, column > 0, self[column - 1].width == 2 {
            self[column - 1].glyph = .space
        } else if width == 2, column + 1 < count {
            self[column + 1].glyph = .space
        }
    }
}
