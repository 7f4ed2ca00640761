extension Frame {
    /// Moves cells from reading order into display order (UAX #9), with their styles and links. Blank cells at the end
    /// of a right-to-left line move to its left side, which right-aligns the text.
    package mutating func reorder(row: Int, columns: Range<Int>, isRightToLeft: Bool) {
        let columns = columns.clamped(to: 0..<size.columns)
        guard row >= 0, row < size.rows, !columns.isEmpty else { return }
        let starts = columns.filter { self[row, $0].width > 0 }
        let scalars = starts.map { Unicode.Scalar(self[row, $0].glyph.base) ?? " " }
        let levels = BidiOrder.levels(scalars, isRightToLeft: isRightToLeft)
        guard levels.contains(where: { $0 > 0 }) else { return }
        let cells = starts.map { self[row, $0] }
        var column = columns.lowerBound
        var moved: [Int: Int] = [:]
        for index in BidiOrder.visualOrder(levels) {
            var cell = cells[index]
            for part in 0..<cell.width { moved[starts[index] + part] = column + part }
            if levels[index] % 2 == 1 { cell.glyph = cell.glyph.mirrored }
            put([cell], row: row, column: column)
            column += cell.width
        }
        moveLinks(row: row, moved)
    }

    /// Gives the links of a row their new cells; a link may be split into several parts.
    private mutating func moveLinks(row: Int, _ moved: [Int: Int]) {
        guard links.contains(where: { $0.row == row }) else { return }
        links = links.flatMap { link -> [Link] in
            guard link.row == row else { return [link] }
            let cells = link.columns.map { moved[$0] ?? $0 }.sorted()
            var parts: [Link] = []
            for cell in cells {
                if let last = parts.last, last.columns.upperBound == cell {
                    parts[parts.count - 1].columns = last.columns.lowerBound..<cell + 1
                } else {
                    parts.append(Link(row: row, columns: cell..<cell + 1, address: link.address, number: link.number))
                }
            }
            return parts
        }
    }
}

extension Glyph {
    /// The glyph in text that is read from right to left: `(` is shown as `)`.
    fileprivate var mirrored: Glyph {
        guard isBaseAlone, width == 1, let scalar = Unicode.Scalar(base) else { return self }
        return Glyph(BidiOrder.mirrored(scalar), width: 1)
    }
}
