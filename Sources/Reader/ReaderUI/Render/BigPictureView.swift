package import Screen

/// One picture on the whole screen, with a line that describes it.
package enum BigPictureView {
    /// Returns the space for the picture: all but the last two rows.
    static func room(on size: Size) -> Size {
        Size(columns: size.columns, rows: max(1, size.rows - 2))
    }

    /// Returns the position of a picture within its space.
    package static func origin(of picture: Size, on size: Size) -> (row: Int, column: Int) {
        let room = room(on: size)
        return (max(0, (room.rows - picture.rows) / 2), max(0, (room.columns - picture.columns) / 2))
    }

    static func draw(_ state: State, size: Size, on canvas: inout Canvas) {
        guard let big = state.pictures.big else { return }
        let words: String
        switch big.outcome {
        case .shown(let cells):
            let origin = origin(of: cells.size, on: size)
            for row in 0..<cells.size.rows {
                canvas.put(cells.row(row), row: origin.row + row, column: origin.column, end: size.columns)
            }
            words = ""
        case .missing: words = state.obstacleToLoading.map { "Not stored, and \($0)" } ?? "Not stored: P loads it"
        case .refused(let reason): words = "Cannot be shown: \(reason)"
        case nil: words = canvas.glyphs.ellipsis
        }
        canvas.fit(words, row: size.rows / 2, column: 2, end: size.columns, role: .dim)
        let line = "\(big.index + 1)/\(big.addresses.count)  \(big.caption)"
        canvas.fill(row: size.rows - 1, columns: 0..<size.columns, role: .bar)
        let keys = "n next  p previous  o browser  q back"
        let end = canvas.write(keys, row: size.rows - 1, endingAt: size.columns - 1, from: size.columns / 2, role: .dim)
        canvas.fit(line, row: size.rows - 1, column: 1, end: end - 1, role: .bar)
    }
}
