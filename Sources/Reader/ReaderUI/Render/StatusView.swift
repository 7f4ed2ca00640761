import Basics
import FeedModel
import Screen

import struct FoundationEssentials.Date

/// The bottom line: a prompt, or the current activity (left) and the most useful keys (right; they are dropped first).
enum StatusView {
    static func draw(_ state: State, size: Size, on canvas: inout Canvas) {
        let row = size.rows - 1
        canvas.fill(row: row, columns: 0..<size.columns, role: .bar)
        if let prompt = state.prompt, !prompt.isRefused || state.messages.shown == nil {
            draw(prompt, row: row, width: size.columns, on: &canvas)
            return
        }
        let notes = left(state, isModeShown: isModeInHeader(state))
        var column = 1
        for (index, note) in notes.enumerated() {
            if index > 0 {
                column = canvas.write(" \(canvas.glyphs.dot) ", row: row, column: column, end: size.columns, role: .bar)
            }
            // A message is a sentence of the reader, even if it begins with a title in another script. The count of a
            // find stays in the direction of its text: a number belongs to the right-to-left word before it.
            column = canvas.fit(
                note.text, row: row, column: column, end: size.columns - 1, role: note.role,
                isRightToLeft: state.messages.shown == nil ? nil : false)
        }
        let isReading = state.panel == nil && state.prompt == nil && state.isReading
        let progress = isReading ? state.reading.map { "\($0.progress) %" } : nil
        let right = size.columns - 1
        let edge =
            progress.map { canvas.write($0, row: row, endingAt: right, from: column + 1, role: .bar) - 2 } ?? right
        if state.settings.showsHints {
            drawHints(Hints.of(state), row: row, from: column + 2, end: edge, on: &canvas)
        }
    }

    /// Returns the network's state: a mark and a word.
    static func mode(_ state: State) -> (text: String, role: Role) {
        let glyphs = state.settings.glyphs
        switch state.network.connectivity {
        case .online: return ("\(glyphs.online) online", .good)
        case .offline: return ("\(glyphs.offline) offline", .warning)
        case .unreachable(let next):
            let seconds = max(0, Int(saturating: next.timeIntervalSince(state.clock.now)))
            let wait = seconds < 120 ? "\(seconds) s" : "\(seconds / 60) m"
            return ("\(glyphs.unreachable) no connection, next try in \(wait)", .error)
        }
    }

    static func isModeInHeader(_ state: State) -> Bool {
        state.focus == .feeds && state.columns.columns.count == 1
    }

    private static func left(_ state: State, isModeShown: Bool) -> [(text: String, role: Role)] {
        var notes = notesOnInput(state)
        if let message = state.messages.shown {
            return notes + [(fit(message, after: notes.map { $0.text }, state), roles[message.kind] ?? .text)]
        }
        if state.focus == .text, let find = state.reading?.find, !find.matches.isEmpty {
            let numbers = [find.current + 1, find.matches.count].map(Numbers.grouped).joined(separator: "/")
            notes.append(("“\(find.text)” \(numbers)", .barAccent))
        }
        if let progress = state.network.refresh { return notes + self.notes(on: progress, state) }
        if let arrival = state.network.arrival {
            return notes + [("\(state.settings.glyphs.refreshing) \(arrival)", .barAccent)]
        }
        if let fetching = fetching(state) {
            notes.append((fetching, .barAccent))
            if state.size.columns < minimumWidth { return notes }
        }
        if let packing = state.network.packing {
            let words = fit(packing, on: state.size.columns, state.settings.glyphs)
            return notes + [("\(state.settings.glyphs.packed) \(words)", .barAccent)]
        }
        if !isModeShown || state.network.connectivity != .online { notes.append(mode(state)) }
        if let success = lastSuccess(state) { notes.append(("as of \(state.clock.ago(success))", .bar)) }
        if state.network.queued > 0 { notes.append(("\(state.network.queued) queued", .bar)) }
        if let note = problem(state) { notes.append(note) }
        return notes
    }

    /// Returns the keys that do not form a command yet, and the number of picked rows.
    private static func notesOnInput(_ state: State) -> [(text: String, role: Role)] {
        var notes: [(text: String, role: Role)] = []
        if let count = state.pending.count { notes.append((String(count), .accent)) }
        if !state.pending.keys.isEmpty {
            notes.append((state.pending.keys.map(\.notation).joined(separator: " "), .accent))
        }
        if state.focus == .articles, !state.list.picked.isEmpty {
            notes.append(("\(Numbers.grouped(state.list.picked.count)) picked", .barAccent))
        }
        return notes
    }

    /// Returns a message that fits the line, after other notes. A shortened one ends with the key of the panel that
    /// shows it in full; a reference to that panel is never cut off.
    private static func fit(_ message: Message, after notes: [String], _ state: State) -> String {
        let glyphs = state.settings.glyphs
        let words = (message.kind == .error ? "\(glyphs.error) " : "") + message.text
        // Before each further note there is a dot between spaces; the line has a margin of one column at each end.
        let room = notes.reduce(state.size.columns - 2) { $0 - DisplayWidth.of($1) - 3 }
        guard DisplayWidth.of(words + message.reference) > room else { return words + message.reference }
        // In a panel and in a prompt, the key is a letter of the text that is typed.
        let isKey = state.panel == nil && state.prompt == nil
        let key = isKey ? " (\(state.keymap.name(of: .messages)))" : ""
        let end = message.reference.isEmpty ? key : message.reference
        let width = max(minimumMessageWidth, room - DisplayWidth.of(end))
        return Truncation.fit(words, width, ellipsis: glyphs.ellipsis) + end
    }

    /// Minimum width of the words of a shortened message before its key, in columns.
    private static let minimumMessageWidth = 12

    private static func notes(on progress: RefreshProgress, _ state: State) -> [(text: String, role: Role)] {
        let glyphs = state.settings.glyphs
        let done = "\(Numbers.grouped(progress.done))/\(Numbers.grouped(progress.total))"
        let bar = state.size.columns < minimumWidth ? "" : bar(progress, glyphs) + " "
        var notes: [(text: String, role: Role)] = [("\(glyphs.refreshing) \(bar)\(done)", .barAccent)]
        if progress.failed > 0 { notes.append(("\(progress.failed) failed", .error)) }
        if progress.bytes > 0 { notes.append((Numbers.bytes(progress.bytes), .bar)) }
        if let arrival = state.network.arrival { notes.append((arrival, .bar)) }
        return notes
    }

    /// Returns the page or the feed that is being fetched, in words; nil if there is none, or if it began just now.
    private static func fetching(_ state: State) -> String? {
        guard let time = state.fetchIsNamed, time <= state.clock.now else { return nil }
        var words: [String] = []
        for case .feed(let id) in state.network.fetching { words.append(state.sidebar.feed(id)?.title ?? "the feed") }
        let pages = state.network.fetching.count { if case .page = $0 { true } else { false } }
        if pages > 0 { words.append(pages == 1 ? "the page" : pages.counting("page")) }
        guard !words.isEmpty else { return nil }
        let (glyphs, columns) = (state.settings.glyphs, state.size.columns)
        let room = columns < minimumWidth ? columns - besideFetching : columns / 3 - wordsOfFetching
        let names = Truncation.fit(
            words.joined(separator: ", "), max(minimumTitleWidth, room), ellipsis: glyphs.ellipsis)
        return "\(glyphs.refreshing) fetching \(names)"
    }

    /// Width of the words before the name of a feed that is being fetched, in columns.
    private static let wordsOfFetching = 11
    /// Columns next to that name on the narrowest screens: the words before it, and the key of the help.
    private static let besideFetching = 24

    /// Minimum screen width for a progress bar, and for other notes next to a feed that is being fetched, in columns.
    private static let minimumWidth = 60
    /// Minimum screen width for all words about packing, in columns.
    private static let widthOfPacking = 100
    /// Columns next to the words about packing on the narrowest screens, for the key of the help.
    private static let besidePacking = 14
    /// Minimum width of the title of a feed that is being fetched, or of an enclosure's title before its numbers, in
    /// columns.
    private static let minimumTitleWidth = 6

    /// Returns the words about packing with room for keys next to them: on a narrow screen only the last part, and for
    /// an enclosure its numbers before its title.
    private static func fit(_ packing: String, on columns: Int, _ glyphs: Glyphs) -> String {
        guard columns < widthOfPacking else { return packing }
        let room = columns < minimumWidth ? columns - besidePacking : columns / 2
        let start = packing.ranges(of: " · ").last?.upperBound ?? packing.startIndex
        let part = String(packing[start...])
        guard DisplayWidth.of(part) > room, let colon = part.ranges(of: ": ").last else {
            return Truncation.fit(part, room, ellipsis: glyphs.ellipsis)
        }
        let numbers = String(part[colon.upperBound...])
        let roomOfTitle = room - DisplayWidth.of(numbers) - 2
        guard roomOfTitle >= minimumTitleWidth else { return Truncation.fit(numbers, room, ellipsis: glyphs.ellipsis) }
        let title = Truncation.fit(String(part[..<colon.lowerBound]), roomOfTitle, ellipsis: glyphs.ellipsis)
        return "\(title): \(numbers)"
    }

    private static func bar(_ progress: RefreshProgress, _ glyphs: Glyphs) -> String {
        let length = 12
        let share = Double(max(0, progress.done)) / Double(max(1, progress.total))
        let full = min(length, Int(saturating: share * Double(length)))
        return String(repeating: glyphs.progress, count: full)
            + String(repeating: glyphs.horizontal, count: length - full)
    }

    private static let roles: [Message.Kind: Role] = [.note: .text, .warning: .warning, .error: .error]

    /// Returns the time of the last successful refresh of the current feed, or else the newest such time of all feeds.
    static func lastSuccess(_ state: State) -> Date? {
        guard let id = state.currentSubscription else { return state.sidebar.overview.lastSuccess }
        return state.sidebar.subscription(id)?.health.lastSuccess
    }

    /// Returns the problem of the selected feed, in words.
    private static func problem(_ state: State) -> (text: String, role: Role)? {
        guard state.focus != .text, let id = state.currentSubscription,
            let problem = state.sidebar.subscription(id)?.health.problem
        else { return nil }
        return (problem.message, problem.kind == .waiting ? .warning : .error)
    }

    private static func drawHints(
        _ hints: [(key: String, text: String)], row: Int, from left: Int, end: Int, on canvas: inout Canvas
    ) {
        var shown = hints
        let width = { (hints: [(key: String, text: String)]) in
            hints.reduce(-2) { $0 + DisplayWidth.of($1.key) + DisplayWidth.of($1.text) + 3 }
        }
        // The key for help is the last one, and so the last to be dropped.
        while !shown.isEmpty, end - width(shown) < left {
            shown.remove(at: max(0, shown.count - 2))
        }
        var column = end - width(shown)
        for hint in shown {
            column = canvas.write(hint.key, row: row, column: column, end: end, role: .barAccent) + 1
            column = canvas.write(hint.text, row: row, column: column, end: end, role: .bar) + 2
        }
    }

    private static func draw(_ prompt: Prompt, row: Int, width: Int, on canvas: inout Canvas) {
        let start = canvas.write(prompt.label, row: row, column: 1, end: width, role: .barAccent)
        let characters = prompt.shownCharacters
        // If the line is too long, show the part near the cursor, with some of the text after it.
        var first = prompt.cursor
        let columns = max(2, width - start - 1)
        let after = DisplayWidth.of(String(characters[prompt.cursor...]))
        var room = columns - max(1, min(after, columns / 3))
        while first > 0 {
            room -= DisplayWidth.of(characters[first - 1])
            guard room >= 0 else { break }
            first -= 1
        }
        let before = canvas.write(
            String(characters[first..<prompt.cursor]), row: row, column: start, end: width - 1, role: .text)
        let end = canvas.write(
            String(characters[prompt.cursor...]), row: row, column: before, end: width - 1, role: .text)
        if let hint = prompt.hint, width - 1 - end - DisplayWidth.of(hint) >= 3 {
            canvas.write(hint, row: row, endingAt: width - 1, from: end + 3, role: .dim)
        }
        canvas.setCursor(row: row, column: min(before, width - 1))
    }
}
