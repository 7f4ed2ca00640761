import FeedModel
import Screen

/// The column of articles.
enum ArticleListView {
    /// Minimum width at which a list of several feeds names them.
    private static let widthForFeeds = 50
    /// Minimum width at which feed names take a third of the list, because most titles leave room.
    private static let wideList = 90
    /// Width that the list's title keeps next to the count, in columns.
    private static let minimumTitleWidth = 20

    static func draw(_ state: State, in area: Area, isFocused: Bool, on canvas: inout Canvas) {
        header(state, in: area, on: &canvas)
        let body = ColumnLayout.body(of: area)
        let list = state.list
        guard !list.rows.isEmpty else {
            let text = list.scope == nil ? "" : emptyText(state)
            let (start, end) = (body.column + 3, body.endColumn - 1)
            if isFocused { canvas.placeCursor(row: body.row, column: start) }
            for (line, range) in Wrapping.lines(of: text, width: end - start).prefix(body.size.rows).enumerated() {
                canvas.write(
                    String(text.utf8Slice(range)), row: body.row + line, column: start, end: end, role: .dim)
            }
            return
        }
        let rows = ArticleRowView(
            state: state, dates: state.settings.dateFormat.fitting(rowWidth: body.size.columns),
            feedWidth: feedWidth(state, width: body.size.columns), columns: body.column + 1..<body.endColumn - 1)
        for line in 0..<body.size.rows {
            let index = list.top + line
            guard list.rows.indices.contains(index) else { break }
            rows.draw(list.rows[index], row: body.row + line, on: &canvas)
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
        case .history: "No article has been opened yet."
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
        return switch state.network.connectivity {
        case .offline:
            "Not available offline: this feed has never been fetched. \(state.keymap.name(of: .offline)) goes online."
        case .unreachable: "Not available: this feed has never been fetched, and there is no connection."
        case .online where state.network.fetching.contains(.feed(id)): "Fetching this feed."
        case .online: health.problem?.message ?? "Not fetched yet."
        }
    }

    /// Returns the width of the feed names, in columns; 0 in a list of one feed.
    private static func feedWidth(_ state: State, width: Int) -> Int {
        switch state.list.scope {
        case .feed, .filtered(.feed, _), .guide, nil: 0
        default: width < widthForFeeds ? 0 : width < wideList ? max(10, width / 5) : min(40, width / 3)
        }
    }
}
