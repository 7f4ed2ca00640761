import FeedModel

// Packing for a journey.
extension State {
    /// Seconds that the result of packing is shown.
    private static let endTime = 10.0

    mutating func pack(_ scope: String?) -> [Effect] {
        if let scope { return [.pack(scope)] }
        guard focus != .feeds else {
            guard let scope = sidebar.selected?.scope, scope != .guide else { return [] }
            return [.togglePack(.unread(scope))]
        }
        guard list.scope != .guide else { return [] }
        let ids = dequeueArticles()
        return ids.isEmpty ? [] : [.togglePack(.articles(ids))]
    }

    /// Filters the list to articles readable offline, or removes that filter.
    mutating func toggleOnlyAboard() -> [Effect] {
        narrow(to: list.asksForAboard ? "" : ArticleList.aboardFilter)
    }

    mutating func endPacking(_ lines: [String], isProblem: Bool) -> [Effect] {
        for line in lines.dropFirst() { messages.note(Message(line, kind: .warning), at: clock.now) }
        guard let first = lines.first else { return [] }
        let more = lines.count > 1 ? "; i lists more" : ""
        messages.add(
            Message(first + more, kind: isProblem ? .warning : .note, seconds: Self.endTime), at: clock.now)
        return []
    }

    /// Packing reloads the queue while it is shown; a queue that arrives after the person has closed the panel does not
    /// open it again.
    mutating func showEnclosureQueue(_ lines: [EnclosureLine]) {
        guard awaitsEnclosureQueue || panel?.kind == .enclosureQueue else { return }
        awaitsEnclosureQueue = false
        let shown = lines.map { line in
            Panel.Line(label: line.title, detail: line.detail, choice: .pause(line.id, !line.isPaused))
        }
        guard !shown.isEmpty else {
            if panel?.kind == .enclosureQueue { panel = nil }
            say("No enclosure is stored or waits")
            return
        }
        if let panel, panel.kind == .enclosureQueue {
            var renewed = panel
            renewed.lines = shown
            self.panel = renewed
        } else {
            panel = Panel(.enclosureQueue, title: "Enclosures", lines: shown)
        }
    }

    /// True while nothing is typed, so that J and K can move the selected enclosure.
    static func movesEnclosures(_ panel: Panel) -> Bool {
        panel.kind == .enclosureQueue && panel.filter.isEmpty
    }

    /// Moves the selected enclosure; the cursor moves with it.
    mutating func moveEnclosure(in panel: Panel, _ change: EnclosureChange) -> [Effect] {
        guard case .pause(let id, _) = panel.selected?.choice else { return [] }
        var moved = panel
        moved.move(by: change == .earlier ? -1 : 1)
        self.panel = moved
        return [.changeEnclosure(id, change)]
    }

    mutating func removeEnclosure(in panel: Panel) -> [Effect] {
        guard case .pause(let id, _) = panel.selected?.choice else { return [] }
        return [.changeEnclosure(id, .remove)]
    }
}

extension ArticleList {
    /// The filter words of `:only-aboard`.
    static let aboardFilter = "is:aboard"

    /// True if the list depends on which articles are packed.
    var asksForAboard: Bool {
        switch scope {
        case .search(let text), .filtered(_, let text): text.contains(Self.aboardFilter)
        default: false
        }
    }
}
