import Markup

/// A table in Markdown (GFM §4.10): a header row, a row of dashes, and the rows below them.
enum MarkdownTable {
    private static let bar = UInt8(ascii: "|")

    /// True if these two lines begin a table: the second has only dashes, in as many cells as the first.
    static func begins(_ head: Substring, _ dashes: Substring?) -> Bool {
        guard let dashes, isRowOfDashes(dashes), head.utf8.contains(bar) else { return false }
        let columns = cells(of: dashes)
        return columns.allSatisfy(isDashes) && cells(of: head).count == columns.count
    }

    /// Returns the table as HTML. Rows may have fewer or more cells than the header.
    ///
    /// - Parameter dashes: the row below the header; `--:` right-aligns a column.
    static func html(
        head: Substring, dashes: Substring, rows: some Sequence<Substring>, _ text: MarkdownText
    ) -> String {
        let sides = cells(of: dashes).map { $0.hasSuffix(":") && !$0.hasPrefix(":") ? " align=\"right\"" : "" }
        var html = "<table>" + row(head, "th", [], text)
        for line in rows { html += row(line, "td", sides, text) }
        return html + "</table>"
    }

    /// - Parameter sides: an attribute, or nothing, for each column; further columns have none.
    private static func row(_ line: Substring, _ tag: String, _ sides: [String], _ text: MarkdownText) -> String {
        let row = cells(of: line).enumerated().map { column, cell in
            "<\(tag)\(column < sides.count ? sides[column] : "")>\(text.html(cell))</\(tag)>"
        }
        return "<tr>\(row.joined())</tr>"
    }

    /// Returns the texts between the bars; the bars at both ends are optional. A bar after a backslash is text.
    private static func cells(of line: Substring) -> [Substring] {
        var cells: [[UInt8]] = [[]]
        for byte in line.utf8 {
            if byte != bar {
                cells[cells.count - 1].append(byte)
            } else if cells[cells.count - 1].last == UInt8(ascii: "\\") {
                cells[cells.count - 1][cells[cells.count - 1].count - 1] = bar
            } else {
                cells.append([])
            }
        }
        var texts = cells.map { Substring(decoding: $0, as: UTF8.self).trimmed }
        if texts.count > 1, texts.first?.isEmpty == true { texts.removeFirst() }
        if texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
        return texts
    }

    /// Checks quickly, because every line is tested.
    private static func isRowOfDashes(_ line: Substring) -> Bool {
        line.utf8.contains(bar) && line.utf8.allSatisfy { marks.contains($0) }
    }

    private static let marks = Set("|-: \t\r".utf8)

    /// True for `---`, `:--`, `--:` and `:-:`.
    private static func isDashes(_ cell: Substring) -> Bool {
        var dashes = cell.utf8[...]
        if dashes.first == UInt8(ascii: ":") { dashes = dashes.dropFirst() }
        if dashes.last == UInt8(ascii: ":") { dashes = dashes.dropLast() }
        return !dashes.isEmpty && dashes.allSatisfy { $0 == UInt8(ascii: "-") }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isMarkupSpace }),
            let last = utf8.lastIndex(where: { !$0.isMarkupSpace })
        else { return "" }
        return self[first..<utf8.index(after: last)]
    }
}
