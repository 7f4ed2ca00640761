/// A number of columns and rows of cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A rectangle of cells; rows and columns count from 0 at the top left.
package struct Area: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var size: Size

    package init(row: Int, column: Int, columns: Int, rows: Int) {
        self.row = row
        self.column = column
        size = Size(columns: max(0, columns), rows: max(0, rows))
    }

    /// The row below the last.
    package var endRow: Int { row + size.rows }

    /// The column after the last.
    package var endColumn: Int { column + size.columns }

    package func contains(row: Int, column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }
}
