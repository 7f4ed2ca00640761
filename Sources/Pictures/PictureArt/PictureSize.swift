package import Screen

/// Computes the number of cells that a picture takes.
package enum PictureSize {
    /// Maximum share of the rows that a picture in a text takes, and the maximum number of rows on any screen.
    private static let rowShare = 0.4
    private static let rowLimit = 20

    /// The size of a cell in pixels if the terminal does not report it.
    package static let usualCell = PixelSize(width: 8, height: 16)

    /// Returns the maximum number of rows of a picture in a text, on a screen with this number of rows.
    package static func rows(onScreenOf rows: Int) -> Int {
        max(1, min(rowLimit, Int(Double(rows) * rowShare)))
    }

    /// Returns the cells of a picture within `room`: its proportions are kept, and it is never enlarged.
    package static func cells(for picture: PixelSize, cell: PixelSize, within room: Size) -> Size {
        guard picture.width > 0, picture.height > 0, cell.width > 0, cell.height > 0 else {
            return Size(columns: 1, rows: 1)
        }
        let columns = Double(picture.width) / Double(cell.width)
        let rows = Double(picture.height) / Double(cell.height)
        let scale = min(1, Double(room.columns) / columns, Double(room.rows) / rows)
        let rounding: FloatingPointRoundingRule = scale < 1 ? .toNearestOrAwayFromZero : .down
        return Size(
            columns: max(1, min(room.columns, Int((columns * scale).rounded(rounding)))),
            rows: max(1, min(room.rows, Int((rows * scale).rounded(rounding)))))
    }
}
