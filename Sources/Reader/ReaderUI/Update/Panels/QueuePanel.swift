import FeedModel

// The queue: requests that are waiting for the network, then enclosures. Its lines keep the order given by the effect
// that loads it.
extension State {
    /// Reloads the queue while it is shown.
    func renewQueue() -> [Effect] {
        panel?.kind == .queue ? [.loadQueue(.renewal)] : []
    }

    /// - Parameter count: the number of requests that are waiting for the network.
    mutating func showQueued(_ count: Int) -> [Effect] {
        network.queued = count
        return renewQueue()
    }

    /// Shows the queue. An update that arrives after the panel was closed does not open it again.
    mutating func showQueue(_ lines: [EnclosureLine], below requests: [RequestLine], for use: QueueUse) {
        guard use == .opening || panel?.kind == .queue else { return }
        let waiting = requests.map { request in
            let state = request.hasFailed ? "failed, will be retried" : "will be fetched once online"
            let detail = "\(state); requested \(clock.ago(request.asked))"
            return Panel.Line(label: request.words, detail: detail, choice: .request(request))
        }
        let shown = waiting + lines.map { Panel.Line(label: $0.title, detail: $0.detail, choice: .enclosure($0)) }
        guard !shown.isEmpty else {
            if panel?.kind == .queue { panel = nil }
            say("The queue is empty, and no enclosure is stored")
            return
        }
        guard var renewed = panel, renewed.kind == .queue else {
            panel = Panel(.queue, title: "Queue", lines: shown)
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
        case .play: play(Enclosure(url: line.url)) + renewQueue()
        }
    }

    /// Moves the selected enclosure among the enclosures that are still to be fetched; the cursor moves with it.
    mutating func moveEnclosure(in panel: Panel, _ change: EnclosureChange) -> [Effect] {
        guard let line = panel.selectedEnclosure, line.action != .play else {
            decline("Only enclosures that are still to be fetched can be moved")
            return []
        }
        var moved = panel
        moved.moveSelectedEnclosure(by: change == .earlier ? -1 : 1)
        self.panel = moved
        return [.changeEnclosure(line.id, change)]
    }

    mutating func removeQueued(in panel: Panel) -> [Effect] {
        switch panel.selected?.choice {
        case .enclosure(let line): [.changeEnclosure(line.id, .remove)]
        case .request(let line): [.removeRequest(line.number)]
        default: []
        }
    }
}

extension Panel {
    var selectedEnclosure: EnclosureLine? { selected?.enclosure }

    /// Replaces the lines; the cursor stays on its enclosure or request, since the next key acts on it.
    fileprivate mutating func renew(_ lines: [Line]) {
        let before = selected
        self.lines = lines
        cursor = shown.firstIndex { $0.isEntry(of: before) } ?? min(cursor, max(0, shown.count - 1))
    }

    fileprivate mutating func moveSelectedEnclosure(by step: Int) {
        let target = cursor + step
        guard lines.indices.contains(target), let beside = lines[target].enclosure, beside.action != .play else {
            return
        }
        lines.swapAt(cursor, target)
        move(by: step)
    }
}

extension Panel.Line {
    fileprivate var enclosure: EnclosureLine? {
        guard case .enclosure(let line) = choice else { return nil }
        return line
    }

    /// True if both lines show the same enclosure or request.
    fileprivate func isEntry(of other: Panel.Line?) -> Bool {
        switch (choice, other?.choice) {
        case (.enclosure(let line)?, .enclosure(let before)?): line.id == before.id
        case (.request(let line)?, .request(let before)?): line.number == before.number
        default: false
        }
    }
}
