import Basics
import FeedModel
import Screen

import struct FoundationEssentials.Date

/// The column of feeds.
enum SidebarView {
    /// Minimum width of a name next to a count, in columns: if both do not fit, only the name is shown.
    private static let minimumNameWidth = 6
    /// Minimum width left for a feed's title beside the note about its health.
    private static let minimumTitleWidth = 20

    static func draw(_ state: State, in area: Area, isFocused: Bool, on canvas: inout Canvas) {
        header(state, in: area, on: &canvas)
        let body = ColumnLayout.body(of: area)
        let sidebar = state.sidebar
        for line in 0..<body.size.rows {
            let index = sidebar.top + line
            guard sidebar.rows.indices.contains(index) else { break }
            draw(sidebar.rows[index], row: body.row + line, in: body, state, on: &canvas)
            if index == sidebar.cursor, sidebar.rows[index] != .gap {
                let columns = body.column..<body.endColumn
                canvas.select(row: body.row + line, columns: columns, isFocused: isFocused)
            }
        }
        if sidebar.isLoaded, sidebar.overview.feeds.isEmpty {
            greet(state.greeting, in: body, below: sidebar.rows.count, on: &canvas)
        }
    }

    private static func header(_ state: State, in area: Area, on canvas: inout Canvas) {
        canvas.fill(row: area.row, columns: area.column..<area.endColumn, role: .bar)
        let end = canvas.write("lede", row: area.row, column: area.column + 1, end: area.endColumn, role: .title)
        guard area.size.columns == state.size.columns else { return }
        let clock = state.clock.local(state.clock.now).time
        let edge = canvas.write(clock, row: area.row, endingAt: area.endColumn - 1, from: end, role: .bar)
        let mode = StatusView.mode(state)
        canvas.write(mode.text, row: area.row, endingAt: edge - 3, from: end, role: mode.role)
    }

    private static func draw(
        _ item: Sidebar.Row, row: Int, in area: Area, _ state: State, on canvas: inout Canvas
    ) {
        let left = area.column + 3
        let end = area.endColumn - 1
        let count = state.sidebar.count(beside: item) ?? 0
        let number = count > 0 ? Numbers.grouped(count) : ""
        switch item {
        case .gap: break
        case .smart(_, let title):
            let role: Role = title == "Unread" && count > 0 ? .unread : .text
            let edge = writeCount(
                number, row: row, end: end, left: left, role: role == .unread ? .unread : .dim, on: &canvas)
            canvas.fit(title, row: row, column: left, end: edge, role: role)
        case .search(let search):
            let edge = writeCount(number, row: row, end: end, left: left, role: .dim, on: &canvas)
            canvas.fit("Saved: \(search.name)", row: row, column: left, end: edge, role: .text)
        case .folder(let path, let isFolded):
            let indent = indent(inFolders: path.count - 1, width: end - left)
            let glyph = isFolded ? canvas.glyphs.foldClosed : canvas.glyphs.foldOpen
            canvas.put(glyph, row: row, column: area.column + 1 + indent, role: .dim)
            let edge = writeCount(number, row: row, end: end, left: left + indent, role: .dim, on: &canvas)
            canvas.fit(
                path.last ?? "", row: row, column: left + indent, end: edge, role: count > 0 ? .unread : .text)
        case .feed(let id):
            guard let feed = state.sidebar.feed(id) else { break }
            draw(feed, row: row, left: left, end: end, state, on: &canvas)
        }
    }

    private static func draw(
        _ feed: FeedSummary, row: Int, left: Int, end: Int, _ state: State, on canvas: inout Canvas
    ) {
        let indent = indent(inFolders: feed.folder.count, width: end - left)
        let column = left + indent
        let subscription = state.sidebar.subscription(feed.id)
        let health = subscription?.health
        let healthNote = HealthNote(
            health, waitsUntil: subscription?.waitsUntil, isPaused: feed.preferences.isPaused, clock: state.clock,
            glyphs: canvas.glyphs)
        if let mark = healthNote.mark {
            canvas.put(mark, row: row, column: column - 2, role: healthNote.role)
        }
        let isGone = health?.problem?.kind == .gone
        let counts = state.settings.feedCounts.text(of: feed)
        var edge = writeCount(
            counts.isEmpty && isGone ? canvas.glyphs.none : counts, row: row, end: end, left: column,
            role: feed.unreadCount > 0 ? .accent : .dim, on: &canvas)
        if let note = healthNote.note, edge - column - DisplayWidth.of(note) >= minimumTitleWidth {
            edge = canvas.write(note, row: row, endingAt: edge - 1, from: column, role: healthNote.role) - 1
        }
        canvas.fit(feed.title, row: row, column: column, end: edge, role: feed.unreadCount > 0 ? .unread : .dim)
    }

    /// Returns the indent of a row in nested folders: at most a third of the column, since the name needs the room.
    private static func indent(inFolders depth: Int, width: Int) -> Int {
        min(2 * depth, max(0, width / 3))
    }

    /// Writes a right-aligned count; returns the column before which the text must end.
    private static func writeCount(
        _ text: String, row: Int, end: Int, left: Int, role: Role, on canvas: inout Canvas
    ) -> Int {
        guard !text.isEmpty, end - DisplayWidth.of(text) - 1 - left >= minimumNameWidth else { return end }
        return canvas.write(text, row: row, endingAt: end, from: left, role: role) - 1
    }

    private static func greet(_ greeting: [State.Greeting], in area: Area, below rows: Int, on canvas: inout Canvas) {
        var row = area.row + rows + 1
        let left = area.column + 3
        let keyWidth = (greeting.map { DisplayWidth.of($0.key) }.max() ?? 0) + 2
        for item in greeting {
            let start = item.key.isEmpty ? left : left + keyWidth
            let width = area.endColumn - 1 - start
            for (index, range) in Wrapping.lines(of: item.text, width: width).enumerated() where row < area.endRow {
                if index == 0 { canvas.fit(item.key, row: row, column: left, end: start, role: .accent) }
                canvas.fit(
                    String(item.text.utf8Slice(range)), row: row, column: start, end: area.endColumn - 1,
                    role: item.key.isEmpty ? .text : .dim)
                row += 1
            }
            if item.key.isEmpty { row += 1 }
        }
    }
}

/// The note in a feed's row about its health.
struct HealthNote {
    var mark: String?
    var note: String?
    var role = Role.dim

    /// - Parameter waitsUntil: the end of a pause that the server has asked for, perhaps because of another feed.
    init(_ health: FeedHealth?, waitsUntil: Date?, isPaused: Bool = false, clock: Clock, glyphs: Glyphs) {
        switch health?.problem?.kind {
        case .gone:
            (mark, note, role) = (glyphs.error, "gone", .error)
        case _ where isPaused:
            note = "paused"
        case .waiting:
            mark = glyphs.waiting
            note = health?.nextAttempt.map { "next \(clock.upcomingBriefly($0))" } ?? "waiting"
            role = .warning
        case .notAFeed:
            (mark, note, role) = (glyphs.error, "no feed", .error)
        case .credentials:
            (mark, note, role) = (glyphs.error, "login", .error)
        case .notFound, .gateway, .status, .network:
            (mark, note, role) = (glyphs.error, "failing", .error)
        case nil:
            if let waitsUntil, waitsUntil > clock.now {
                (mark, note, role) = (glyphs.waiting, "next \(clock.upcomingBriefly(waitsUntil))", .warning)
                return
            }
            // The time of the last fetch is shown only in the feed's settings (`,`), since names need the room.
            note = nil
        }
    }
}
