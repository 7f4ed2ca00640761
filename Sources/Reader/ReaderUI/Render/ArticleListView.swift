import Basics
import FeedModel
import Screen

/// The column of articles: mark, date, feed (if the list has several and there is room) and title.
enum ArticleListView {
    /// Minimum width at which a list of several feeds names them.
    private static let widthForFeeds = 50
    /// Minimum width at which feed names take a third of the list, because most titles leave room.
    private static let wideList = 90
    /// Maximum number of tags shown in a row.
    private static let shownTags = 3
    /// Width that the title keeps next to tags, in columns.
    private static let minimumTitleWidth = 20

    static func draw(_ state: State, in area: Area, isFocused: Bool, on canvas: inout Canvas) {
        header(state, in: area, on: &canvas)
        let body = ColumnLayout.body(of: area)
        let list = state.list
        guard !list.rows.isEmpty else {
            let text = list.scope == nil ? "" : emptyText(state)
            let (start, end) = (body.column + 3, body.endColumn - 1)
            for (line, range) in Wrapping.lines(of: text, width: end - start).prefix(body.size.rows).enumerated() {
                canvas.write(
                    String(text.utf8Slice(range)), row: body.row + line, column: start, end: end, role: .dim)
            }
            return
        }
        let feedWidth = feedWidth(state, width: body.size.columns)
        let dates = state.settings.dateFormat.fitting(rowWidth: body.size.columns)
        for line in 0..<body.size.rows {
            let index = list.top + line
            guard list.rows.indices.contains(index) else { break }
            draw(
                list.rows[index], row: body.row + line, in: body, state, dates: dates, feedWidth: feedWidth,
                on: &canvas)
            if index == list.cursor {
                let columns = body.column..<body.endColumn
                canvas.select(row: body.row + line, columns: columns, isFocused: isFocused)
            }
        }
    }

    private static func header(_ state: State, in area: Area, on canvas: inout Canvas) {
        canvas.fill(row: area.row, columns: area.column..<area.endColumn, role: .bar)
        let (title, count) = heading(state)
        let left = area.column + 1
        let isUnreadOnly = state.list.scope.map(state.hidesRead) == true
        // The guide is always listed whole.
        let packed = state.list.isPackedOnly && state.list.scope != .guide ? "packed" : nil
        let notes = [isUnreadOnly ? "unread" : nil, packed, state.list.filter].compactMap(\.self)
            .map { " \(canvas.glyphs.dot) \($0)" }.joined()
        let room = area.size.columns - 3 - min(DisplayWidth.of(title + notes), minimumTitleWidth)
        let edge = canvas.write(
            count?.text(within: room) ?? "", row: area.row, endingAt: area.endColumn - 1, from: left, role: .barAccent)
        // A long title is cut before the notes: without them the missing rows would have no explanation.
        let width = max(minimumTitleWidth / 2, edge - 1 - left - DisplayWidth.of(notes))
        let shown = notes.isEmpty ? title : Truncation.fit(title, width, ellipsis: canvas.glyphs.ellipsis)
        canvas.fit(shown + notes, row: area.row, column: left, end: edge - 1, role: .title)
    }

    /// Returns the title of the list and its count.
    private static func heading(_ state: State) -> (title: String, count: ListCount?) {
        guard let scope = state.list.scope else { return ("", nil) }
        let (title, count) = heading(of: scope, state)
        switch scope {
        case .search(let query):
            return (title, count.map { .found($0, unread: state.sidebar.unreadFound(by: query)) })
        case .filtered: return (title, count.map { .found($0, unread: nil) })
        // The counts of the overview include articles that are not packed.
        case _ where state.list.isPackedOnly: return (title, state.list.foundCount.map { .found($0, unread: nil) })
        default: return (title, count.map(ListCount.number))
        }
    }

    private static func heading(of scope: ArticleScope, _ state: State) -> (title: String, count: Int?) {
        let overview = state.sidebar.overview
        switch scope {
        case .all: return ("All", state.hidesRead(in: scope) ? overview.unreadCount : overview.articleCount)
        case .unread: return ("Unread", overview.unreadCount)
        case .starred: return ("Starred", overview.starredCount)
        case .today: return ("Today", overview.unreadTodayCount)
        case .history: return ("History", state.list.foundCount)
        case .feed(let id):
            let feed = state.sidebar.feed(id)
            return (feed?.title ?? "", feed?.unreadCount)
        case .folder(let path):
            let inside = overview.feeds.filter { $0.folder.starts(with: path) }
            return (path.last ?? "", inside.reduce(0) { $0 + $1.unreadCount })
        case .search(let query):
            let saved = state.sidebar.savedSearches.first { $0.query == query }
            return (saved?.name ?? "Search: \(query)", state.list.foundCount)
        case .filtered(let scope, _): return (heading(of: scope, state).title, state.list.foundCount)
        case .guide: return ("Welcome to lede", nil)
        }
    }

    private static func emptyText(_ state: State) -> String {
        let (isPackedOnly, key) = (state.list.isPackedOnly, state.keymap.name(of: .onlyPacked))
        return switch state.list.scope {
        case .search where isPackedOnly, .filtered where isPackedOnly:
            "Nothing found among the packed articles. \(key) searches all."
        case _ where isPackedOnly: "No packed articles here. \(key) lists all."
        case .unread: "No unread articles."
        case .search, .filtered: "Nothing found."
        case .history: "No article was opened yet."
        case .feed(let id): neverFetched(id, state) ?? noArticles(state)
        default: noArticles(state)
        }
    }

    private static func noArticles(_ state: State) -> String {
        guard state.list.scope.map(state.hidesRead) == true else { return noArticles }
        return "No unread articles. \(state.keymap.name(of: .showReadArticles)) lists the read ones."
    }

    private static let noArticles = "No articles here."

    /// Returns the reason why a feed has no articles yet; nil if it was fetched before.
    private static func neverFetched(_ id: SubscriptionID, _ state: State) -> String? {
        guard let health = state.sidebar.subscription(id)?.health, health.lastSuccess == nil else { return nil }
        return switch state.connectivity {
        case .offline:
            "Not available offline: this feed was never fetched. \(state.keymap.name(of: .offline)) goes online."
        case .unreachable: "Not available: this feed was never fetched, and there is no connection."
        case .online where state.fetching.contains(.feed(id)): "Fetching this feed."
        case .online: health.problem?.message ?? "Not fetched yet."
        }
    }

    /// Returns the number of further copies and the tags that fit in a row. Tags get the room that the title leaves,
    /// but at least a quarter of the row.
    private static func fitting(_ copies: String, _ tags: [String], beside title: String, width: Int) -> String {
        guard !tags.isEmpty else { return copies }
        let room = max(width - DisplayWidth.of(title), width / 4)
        return tags.prefix(shownTags).reduce(copies) { shown, tag in
            let longer = shown + " #\(tag)"
            return DisplayWidth.of(longer) <= room ? longer : shown
        }
    }

    /// Returns the width of the feed names, in columns; 0 in a list of one feed.
    private static func feedWidth(_ state: State, width: Int) -> Int {
        switch state.list.scope {
        case .feed, .filtered(.feed, _), .guide, nil: 0
        default: width < widthForFeeds ? 0 : width < wideList ? max(10, width / 5) : min(40, width / 3)
        }
    }

    private static func draw(
        _ article: ArticleSummary, row: Int, in area: Area, _ state: State, dates: DateFormat,
        feedWidth: Int, on canvas: inout Canvas
    ) {
        let end = area.endColumn - 1
        let role: Role = article.isRead ? .dim : .unread
        let ages = drawMarks(of: article, row: row, from: area.column + 1, state, on: &canvas)
        let endOfAges = min(ages + dates.width, end)
        let date = article.opened ?? article.date
        canvas.write(state.clock.when(date, dates), row: row, endingAt: endOfAges, from: ages, role: .dim)
        var column = endOfAges + 2
        if feedWidth > 0 {
            let name = state.sidebar.feed(article.subscription)?.title ?? ""
            canvas.fit(name, row: row, column: column, end: column + feedWidth, role: .dim)
            column += feedWidth + 2
        }
        let isFolded = article.copies > 0 && state.settings.foldsStories
        let copies = fitting(
            isFolded ? " +\(article.copies)" : "", article.tags, beside: article.title, width: end - column)
        let after = canvas.fit(
            article.title, row: row, column: column,
            end: max(min(end, column + minimumTitleWidth), end - DisplayWidth.of(copies)), role: role)
        canvas.fit(copies, row: row, column: after, end: end, role: .dim)
        let highlights = state.settings.highlights
        if let rule = article.highlight, highlights.indices.contains(rule) {
            canvas.restyle(row: row, columns: column..<after, style: highlights[rule] ?? canvas.theme[.highlight])
        }
    }

    /// Draws star or unread, picked and packed. Returns the column after them.
    private static func drawMarks(
        of article: ArticleSummary, row: Int, from column: Int, _ state: State, on canvas: inout Canvas
    ) -> Int {
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
