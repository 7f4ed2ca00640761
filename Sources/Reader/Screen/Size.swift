/// A number of columns and rows of cells.
public struct Size: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A rectangle of cells; rows and columns count from 0 at the top left.
public struct Area: Hashable, Sendable {
    public var row: Int
    public var column: Int
    public var size: Size

    public init(row: Int, column: Int, columns: Int, rows: Int) {
        self.row = row
        self.column = column
        size = Size(columns: max(0, columns), rows: max(0, rows))
    }

    /// The row below the last.
    public var endRow: Int { row + size.rows }

    /// The column after the last.
    public var endColumn: Int { column + size.columns }

    public func contains(row: Int, column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }
}
