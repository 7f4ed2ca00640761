import FeedModel

// The queue of enclosures: its lines keep their order from the effect that loads it.
extension State {
    /// Reloads the queue while it is shown.
    func renewEnclosureQueue() -> [Effect] {
        panel?.kind == .enclosureQueue ? [.loadEnclosureQueue(.renewal)] : []
    }

    /// Shows the queue. A renewal that arrives after the panel was closed does not open it again.
    mutating func showEnclosureQueue(_ lines: [EnclosureLine], for use: QueueUse) {
        guard use == .opening || panel?.kind == .enclosureQueue else { return }
        let shown = lines.map { Panel.Line(label: $0.title, detail: $0.detail, choice: .enclosure($0)) }
        guard !shown.isEmpty else {
            if panel?.kind == .enclosureQueue { panel = nil }
            say("No enclosure is stored or waits")
            return
        }
        guard var renewed = panel, renewed.kind == .enclosureQueue else {
            panel = Panel(.enclosureQueue, title: "Enclosures", lines: shown)
            return
        }
        renewed.renew(shown)
        panel = renewed
    }

    /// Performs the action of `Enter`; the queue stays open.
    mutating func act(on line: EnclosureLine) -> [Effect] {
        switch line.action {
        case .pause: [.changeEnclosure(line.id, .pause)]
        case .resume: [.changeEnclosure(line.id, .resume)]
        case .play: play(Enclosure(url: line.url)) + renewEnclosureQueue()
        }
    }

    /// True while nothing is typed, so that J and K can move the selected enclosure.
    static func movesEnclosures(_ panel: Panel) -> Bool {
        panel.kind == .enclosureQueue && panel.filter.isEmpty
    }

    /// Moves the selected enclosure among those still to be fetched; the cursor moves with it.
    mutating func moveEnclosure(in panel: Panel, _ change: EnclosureChange) -> [Effect] {
        guard let line = panel.selectedEnclosure, line.action != .play else { return [] }
        var moved = panel
        moved.moveSelectedEnclosure(by: change == .earlier ? -1 : 1)
        self.panel = moved
        return [.changeEnclosure(line.id, change)]
    }

    mutating func removeEnclosure(in panel: Panel) -> [Effect] {
        panel.selectedEnclosure.map { [.changeEnclosure($0.id, .remove)] } ?? []
    }
}

extension Panel {
    var selectedEnclosure: EnclosureLine? { selected?.enclosure }

    /// Replaces the lines; the cursor stays on its enclosure, since the next key acts on it.
    fileprivate mutating func renew(_ lines: [Line]) {
        let id = selectedEnclosure?.id
        self.lines = lines
        cursor = shown.firstIndex { $0.enclosure?.id == id } ?? min(cursor, max(0, shown.count - 1))
    }

    fileprivate mutating func moveSelectedEnclosure(by step: Int) {
        let target = cursor + step
        guard lines.indices.contains(target), lines[target].enclosure?.action != .play else { return }
        lines.swapAt(cursor, target)
        move(by: step)
    }
}

extension Panel.Line {
    fileprivate var enclosure: EnclosureLine? {
        guard case .enclosure(let line) = choice else { return nil }
        return line
    }
}
