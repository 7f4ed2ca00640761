import ArticleText
import Screen

/// Lays out a table as lines: in columns if they fit, or else row by row.
struct TableLayout {
    private(set) var lines: [[TextLayout.Span]] = []

    private static let gap = 2
    private static let minimumColumnWidth = 6
    /// Minimum width if several columns hold text as long as a line: it is easier to read row by row than in narrower
    /// columns.
    private static let minimumTextWidth = 14
    /// Maximum number of columns that are laid out next to each other; wider tables are laid out row by row.
    private static let maximumColumns = 12

    init(_ table: Table, width: Int, glyphs: Glyphs) {
        let count = table.rows.map(\.count).max() ?? 0
        guard count > 0 else { return }
        let header = table.hasHeader ? table.rows.first : nil
        let body = table.hasHeader ? Array(table.rows.dropFirst()) : table.rows
        guard count <= Self.maximumColumns, let widths = Self.columnWidths(table.rows, count: count, width: width)
        else {
            addRowByRow(header, body, width: width)
            return
        }
        if let header {
            addRow(header, widths, within: width, right: table.rightColumns, role: .heading)
            let total = widths.reduce(0, +) + Self.gap * (count - 1)
            lines.append([TextLayout.Span(String(repeating: glyphs.horizontal, count: total), .rule)])
        }
        // An empty line separates rows that take several lines.
        var wasWrapped = false
        for (index, row) in body.enumerated() {
            let start = lines.count
            addRow(row, widths, within: width, right: table.rightColumns, role: .text)
            let isWrapped = lines.count - start > 1
            if index > 0, isWrapped || wasWrapped { lines.insert([], at: start) }
            wasWrapped = isWrapped
        }
    }

    /// Returns the natural widths, with the widest ones narrowed until all fit; nil if a column would become too narrow
    /// to read.
    private static func columnWidths(_ rows: [[[Run]]], count: Int, width: Int) -> [Int]? {
        var widths = Array(repeating: 1, count: count)
        for row in rows where !isAcross(row, count) {
            for (column, cell) in row.enumerated() {
                let text = StyledText(cell, role: .text).text
                let widest = text.split(separator: "\n").map { DisplayWidth.of(String($0)) }.max() ?? 0
                widths[column] = max(widths[column], min(widest, width))
            }
        }
        let minimum = widths.count { $0 == width } > 1 ? minimumTextWidth : minimumColumnWidth
        let room = width - gap * (count - 1)
        var excess = widths.reduce(0, +) - room
        while excess > 0, let widest = widths.max() {
            // Narrow all columns of one width to the next widest in one step, so that few rounds suffice.
            let columns = widths.indices.filter { widths[$0] == widest }
            let next = widths.filter { $0 < widest }.max() ?? 0
            let cut = min((excess + columns.count - 1) / columns.count, widest - next)
            guard widest - cut >= minimum else { return nil }
            for column in columns {
                let part = min(cut, excess)
                widths[column] -= part
                excess -= part
            }
        }
        return widths
    }

    /// True for a row with text in its first cell only: a title, or a note across all columns.
    private static func isAcross(_ row: [[Run]], _ count: Int) -> Bool {
        count > 1 && row.first?.isEmpty == false && row.dropFirst().allSatisfy(\.isEmpty)
    }

    private mutating func addRow(_ row: [[Run]], _ widths: [Int], within width: Int, right: Set<Int>, role: Role) {
        if Self.isAcross(row, widths.count) {
            let text = StyledText(row[0], role: role)
            lines += Wrapping.lines(of: text.text, width: width).map(text.spans)
            return
        }
        let cells = widths.indices.map { column in
            let text = StyledText(row.indices.contains(column) ? row[column] : [], role: role)
            return Wrapping.lines(of: text.text, width: widths[column]).map(text.spans)
        }
        for index in 0..<max(1, cells.map(\.count).max() ?? 1) {
            var line: [TextLayout.Span] = []
            for (column, cell) in cells.enumerated() {
                let spans = cell.indices.contains(index) ? cell[index] : []
                let used = spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
                let fill = max(0, widths[column] - used)
                let isRight = right.contains(column) && !spans.isEmpty
                if isRight, fill > 0 { line.append(Self.space(fill)) }
                line += spans
                guard column + 1 < cells.count else { break }
                line.append(Self.space(isRight ? Self.gap : fill + Self.gap))
            }
            lines.append(line)
        }
    }

    private static func space(_ columns: Int) -> TextLayout.Span {
        TextLayout.Span(String(repeating: " ", count: columns))
    }

    private mutating func addRowByRow(_ header: [[Run]]?, _ rows: [[[Run]]], width: Int) {
        for (index, row) in rows.enumerated() {
            if index > 0 { lines.append([]) }
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                var runs = cell
                if let header, header.indices.contains(column), !header[column].isEmpty {
                    runs = header[column].map { Run($0.text, style: .strong) } + [Run(": ")] + cell
                }
                let text = StyledText(runs, role: .text)
                lines += Wrapping.lines(of: text.text, width: width).map(text.spans)
            }
        }
    }
}
