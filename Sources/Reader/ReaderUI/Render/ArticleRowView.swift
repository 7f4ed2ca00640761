import FeedModel
import Screen

/// The row of an article in a list: its marks, then the columns of `article-columns`.
struct ArticleRowView {
    let state: State
    let dates: DateFormat
    /// Width of the feed names, in columns; 0 if the rows have none.
    let feedWidth: Int
    /// The screen's columns from the first mark to the end of the row.
    let columns: Range<Int>

    /// Maximum number of tags shown in a row.
    private static let shownTags = 3
    /// Width that the title keeps next to tags, in columns.
    private static let minimumTitleWidth = 20
    /// Space between two columns of a row.
    private static let gap = 2

    func draw(_ article: ArticleSummary, row: Int, on canvas: inout Canvas) {
        var (left, end) = (drawMarks(of: article, row: row, on: &canvas), columns.upperBound)
        for column in state.settings.articleColumns.beforeTitle where width(of: column) > 0 {
            let endOfColumn = min(left + width(of: column), end)
            draw(column, of: article, row: row, in: left..<endOfColumn, on: &canvas)
            left = endOfColumn + Self.gap
        }
        for column in state.settings.articleColumns.afterTitle.reversed() where width(of: column) > 0 {
            let start = max(left, end - width(of: column))
            draw(column, of: article, row: row, in: start..<end, on: &canvas)
            end = start - Self.gap
        }
        drawTitle(of: article, row: row, from: left, end: end, on: &canvas)
    }

    private func width(of column: ArticleColumns.Column) -> Int {
        switch column {
        case .date: dates.width
        case .feed: feedWidth
        }
    }

    private func draw(
        _ column: ArticleColumns.Column, of article: ArticleSummary, row: Int, in columns: Range<Int>,
        on canvas: inout Canvas
    ) {
        switch column {
        case .date:
            let date = state.clock.when(article.opened ?? article.date, dates)
            canvas.write(date, row: row, endingAt: columns.upperBound, from: columns.lowerBound, role: .dim)
        case .feed:
            let name = state.sidebar.feed(article.subscription)?.title ?? ""
            canvas.fit(name, row: row, column: columns.lowerBound, end: columns.upperBound, role: .dim)
        }
    }

    private func drawTitle(
        of article: ArticleSummary, row: Int, from column: Int, end: Int, on canvas: inout Canvas
    ) {
        let isFolded = article.copies > 0 && state.settings.foldsStories
        let copies = fitting(
            isFolded ? " +\(article.copies)" : "", article.tags, beside: article.title, width: end - column)
        let after = canvas.fit(
            article.title, row: row, column: column,
            end: max(min(end, column + Self.minimumTitleWidth), end - DisplayWidth.of(copies)),
            role: article.isRead ? .dim : .unread)
        canvas.fit(copies, row: row, column: after, end: end, role: .dim)
        let highlights = state.settings.highlights
        if let rule = article.highlight, highlights.indices.contains(rule) {
            canvas.restyle(row: row, columns: column..<after, style: highlights[rule] ?? canvas.theme[.highlight])
        }
    }

    /// Returns the number of further copies and the tags that fit in a row. Tags get the room that the title leaves,
    /// but at least a quarter of the row.
    private func fitting(_ copies: String, _ tags: [String], beside title: String, width: Int) -> String {
        guard !tags.isEmpty else { return copies }
        let room = max(width - DisplayWidth.of(title), width / 4)
        return tags.prefix(Self.shownTags).reduce(copies) { shown, tag in
            let longer = shown + " #\(tag)"
            return DisplayWidth.of(longer) <= room ? longer : shown
        }
    }

    /// Draws the marks: starred or unread, picked, packed. Returns the column after them.
    private func drawMarks(of article: ArticleSummary, row: Int, on canvas: inout Canvas) -> Int {
        let column = columns.lowerBound
        if article.isStarred {
            canvas.put(canvas.glyphs.starred, row: row, column: column, role: .warning)
        } else if !article.isRead {
            canvas.put(canvas.glyphs.unread, row: row, column: column, role: .accent)
        }
        if state.list.picked.contains(article.id) {
            canvas.put(canvas.glyphs.picked, row: row, column: column + 1, role: .accent)
        }
        if let pack = state.packs[article.id] {
            let glyph = pack == .packed ? canvas.glyphs.packed : canvas.glyphs.partly
            canvas.put(glyph, row: row, column: column + 2, role: .dim)
        }
        return state.packs.isEmpty ? column + 2 : column + 4
    }
}
