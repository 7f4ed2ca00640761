/// A table as lines of plain text: side by side where its columns have room, else row by row.
struct TableRendering {
    private static let gap = "  "
    private static let narrowestColumn = 6
    private static let mostColumns = 16

    private let table: Table
    private let width: Int
    private let measure: TextRendering.Measure

    init(_ table: Table, width: Int, measure: @escaping TextRendering.Measure) {
        self.table = table
        self.width = width
        self.measure = measure
    }

    var lines: [String] {
        let texts = table.rows.map { $0.map(\.plainText) }
        guard let widths = columnWidths(texts) else { return rowByRow(texts) }
        var lines: [String] = []
        for (index, row) in texts.enumerated() {
            lines += sideBySide(row, widths)
            if index == 0, table.hasHeader {
                lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: Self.gap))
            }
        }
        return lines
    }

    /// The widths that the columns want, the widest narrowed until all fit; nil where one would be too narrow to read.
    private func columnWidths(_ rows: [[String]]) -> [Int]? {
        let count = rows.map(\.count).max() ?? 0
        guard 1...Self.mostColumns ~= count else { return nil }
        var widths = Array(repeating: 1, count: count)
        for row in rows {
            for (column, cell) in row.enumerated() {
                let widest = cell.split(separator: "\n").map { measure(String($0)) }.max() ?? 0
                widths[column] = max(widths[column], min(widest, width))
            }
        }
        let room = width - Self.gap.count * (count - 1)
        while widths.reduce(0, +) > room {
            guard let widest = widths.max(), widest > Self.narrowestColumn,
                let column = widths.firstIndex(of: widest)
            else { return nil }
            widths[column] -= 1
        }
        return widths
    }

    private func sideBySide(_ row: [String], _ widths: [Int]) -> [String] {
        let cells = zip(row, widths).map { TextWrapping(width: $1, measure: measure).lines(of: $0) }
        return (0..<(cells.map(\.count).max() ?? 0)).map { index in
            let parts = zip(cells, widths).map { lines, width in
                let text = index < lines.count ? lines[index] : ""
                return text + String(repeating: " ", count: max(0, width - measure(text)))
            }
            return parts.joined(separator: Self.gap)
        }
    }

    /// Each row as lines of "column: cell", an empty line between rows.
    private func rowByRow(_ rows: [[String]]) -> [String] {
        let header = table.hasHeader ? rows.first ?? [] : []
        let body = table.hasHeader ? rows.dropFirst() : rows[...]
        let wrapping = TextWrapping(width: width, measure: measure)
        let blocks = body.map { row in
            row.enumerated().filter { !$0.element.isEmpty }.flatMap { column, cell in
                let name = column < header.count && !header[column].isEmpty ? header[column] + ": " : ""
                return wrapping.lines(of: name + cell)
            }
        }
        return Array(blocks.joined(separator: [""]))
    }
}
