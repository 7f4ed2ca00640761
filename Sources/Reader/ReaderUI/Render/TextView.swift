import ArticleText
import FeedModel
import Screen

/// The column of text.
enum TextView {
    static func draw(_ state: State, in area: Area, isFocused: Bool, on canvas: inout Canvas) {
        let text = TextColumn(columnWidth: area.size.columns, limit: state.settings.textWidth)
        let left = area.column + text.left
        canvas.fill(row: area.row, columns: area.column..<area.endColumn, role: .bar)
        guard let reading = state.text.visible else {
            let waiting = state.text.awaited == nil ? "" : canvas.glyphs.ellipsis
            canvas.fit(waiting, row: area.row + 2, column: left, end: area.endColumn, role: .dim)
            return
        }
        let row = state.list.selected.flatMap { $0.id == reading.id ? $0 : nil }
        let title = reading.open.article.item.title ?? row?.title ?? ""
        canvas.fit(title, row: area.row, column: left, end: min(area.endColumn - 1, left + text.width), role: .title)
        // The list with the marks may not be visible.
        if isFocused { drawMark(reading.open.article, row, at: max(area.column, left - 2), area.row, on: &canvas) }
        let body = ColumnLayout.body(of: area)
        for (row, shown) in reading.rows.prefix(body.size.rows).enumerated() {
            let links = state.panel == nil ? reading.open.document.links : []
            draw(shown.line, row: body.row + row, column: left, end: area.endColumn, links, on: &canvas)
            for piece in shown.line.pictures {
                guard let cells = reading.layout.pictures.cells(piece.address) else { continue }
                canvas.put(
                    cells.row(piece.row), row: body.row + row, column: left + piece.column, end: area.endColumn)
            }
        }
        if isFocused { canvas.placeCursor(row: body.row, column: left) }
        if reading.find == nil { mark(state.list.scope?.searchWords ?? [], in: reading, left: left, body, on: &canvas) }
        if let find = reading.find {
            highlight(find, in: reading, left: left, body, on: &canvas)
        }
        reorder(reading, left: left, width: text.width, body, on: &canvas)
    }

    /// Puts right-to-left text into display order.
    private static func reorder(
        _ reading: Reading, left: Int, width: Int, _ body: Area, on canvas: inout Canvas
    ) {
        for (row, shown) in reading.rows.prefix(body.size.rows).enumerated() {
            guard let direction = shown.line.direction else { continue }
            // In right-to-left text, bars and markers are at the right edge, before the text.
            let start = direction == .rightToLeft ? left : left + shown.line.indent
            let end = direction == .rightToLeft ? left + width : start + DisplayWidth.of(shown.line.content)
            canvas.reorder(
                row: body.row + row, columns: start..<max(start, min(end, body.endColumn)),
                isRightToLeft: direction == .rightToLeft)
        }
    }

    /// Draws the mark of the article's row in the list. Without a row, only the star is certain: an article is marked
    /// read in the library after it is opened.
    private static func drawMark(
        _ article: Article, _ listed: ArticleSummary?, at column: Int, _ row: Int, on canvas: inout Canvas
    ) {
        if listed?.isStarred ?? article.isStarred {
            canvas.put(canvas.glyphs.starred, row: row, column: column, role: .warning)
        } else if listed?.isRead == false {
            canvas.put(canvas.glyphs.unread, row: row, column: column, role: .accent)
        }
    }

    private static func draw(
        _ line: TextLayout.Line, row: Int, column: Int, end: Int, _ links: [Link], on canvas: inout Canvas
    ) {
        var column = column
        for span in line.spans {
            let attributes = attributes(of: span.style)
            let start = column
            column = canvas.write(
                span.text, row: row, column: column, end: end, role: span.role, attributes: attributes)
            if let number = span.link, links.indices.contains(number) {
                canvas.link(row: row, columns: start..<column, to: links[number].url, number: number + 1)
            }
        }
    }

    private static func attributes(of style: Run.Style) -> Style.Attributes {
        var attributes: Style.Attributes = []
        if style.contains(.strong) { attributes.insert(.bold) }
        if style.contains(.emphasis) { attributes.insert(.italic) }
        if style.contains(.strikethrough) { attributes.insert(.dim) }
        return attributes
    }

    /// Highlights the words of the search that found the article.
    private static func mark(_ words: [String], in reading: Reading, left: Int, _ body: Area, on canvas: inout Canvas) {
        guard !words.isEmpty else { return }
        let shown = reading.rows.prefix(body.size.rows).map(\.index)
        for block in Set(shown.map(\.block)) {
            for piece in words.flatMap({ reading.layout.pieces(ofWordsFrom: $0, in: block) }).joined() {
                guard let row = shown.firstIndex(of: piece.line) else { continue }
                let columns = (piece.columns.lowerBound + left)..<(piece.columns.upperBound + left)
                canvas.restyle(row: body.row + row, columns: columns, role: .searchMatch)
            }
        }
    }

    private static func highlight(
        _ find: Reading.Find, in reading: Reading, left: Int, _ body: Area, on canvas: inout Canvas
    ) {
        let shown = reading.rows.prefix(body.size.rows).map(\.index)
        for block in Set(shown.map(\.block)) {
            for (number, pieces) in reading.layout.pieces(of: find.text, in: block).enumerated() {
                for piece in pieces {
                    guard let row = shown.firstIndex(of: piece.line) else { continue }
                    let columns = (piece.columns.lowerBound + left)..<(piece.columns.upperBound + left)
                    canvas.restyle(row: body.row + row, columns: columns, role: .searchMatch)
                    guard find.match == TextLayout.Match(block: block, number: number) else { continue }
                    canvas.emphasize(row: body.row + row, columns: columns)
                    canvas.placeCursor(row: body.row + row, column: columns.lowerBound)
                }
            }
        }
    }
}

extension Canvas {
    /// Highlights the current match.
    fileprivate mutating func emphasize(row: Int, columns: Range<Int>) {
        restyle(row: row, columns: columns, attributes: [.bold, .underline])
    }
}
