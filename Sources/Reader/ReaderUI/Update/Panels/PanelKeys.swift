import FeedModel
import Screen

// The keys of an open panel: they move in it, narrow it and choose a line.
extension State {
    mutating func pressInPanel(_ key: Key) -> [Effect] {
        guard var panel else { return [] }
        if case .character(let letter) = key, let effects = runLetter(letter, in: panel) { return effects }
        switch key {
        case .named(.escape), .control("c"): return closePanel()
        case .named(.enter): return choose(panel)
        case .named(.delete) where panel.kind == .queue: return removeQueued(in: panel)
        case .named(.delete) where panel.kind == .feedReport: return deleteReportedFeed(in: panel)
        case .named(.tab) where panel.kind == .feedReport:
            sortFeedReport()
            return []
        case .named(.backspace): panel.erase()
        case .control("u") where !panel.filter.isEmpty: panel.narrow(to: "")
        case .character(let letter) where panel.isTyped(letter): panel.type(letter)
        default:
            guard let step = Self.panelSteps[key] else { return [] }
            switch step {
            case Int.max: panel.move(by: panel.shown.count)
            case Int.min: panel.move(by: -panel.shown.count)
            default: panel = turned(panel, by: step)
            }
        }
        self.panel = panel
        previewTheme(panel)
        return []
    }

    /// Runs the command that a letter has in this panel; nil if it has none, or if letters go into the filter.
    private mutating func runLetter(_ letter: Character, in panel: Panel) -> [Effect]? {
        // A link that was found by typing can be saved too.
        if letter == "+", panel.kind == .links {
            guard case .open(let url) = panel.selected?.choice else { return [] }
            return closePanel() + readLater(url)
        }
        guard !panel.isFiltering else { return nil }
        switch (letter, panel.kind) {
        case ("q", _): return closePanel()
        case ("y", .feedSettings): return copyDetail(of: panel)
        case ("y", .links), ("y", .enclosures), ("y", .sameStory): return copyAddress(in: panel)
        case ("K", .queue): return moveEnclosure(in: panel, .earlier)
        case ("J", .queue): return moveEnclosure(in: panel, .later)
        default:
            guard let index = chosenLink(letter, in: panel) else { return nil }
            var chosen = panel
            chosen.cursor = index
            return choose(chosen)
        }
    }

    /// Copies the feed's address, or the selected line's value.
    private mutating func copyDetail(of panel: Panel) -> [Effect] {
        let chosen = panel.selected.flatMap { ["address", "page"].contains($0.label) ? $0 : nil }
        guard let line = chosen ?? panel.lines.first(where: { $0.label == "address" }) else { return sayNoFeed() }
        return [.copy(line.detail)]
    }

    /// Copies the address of the selected link, enclosure or article.
    private func copyAddress(in panel: Panel) -> [Effect] {
        switch panel.selected?.choice {
        case .open(let url): [.copy(url)]
        case .play(let enclosure): [.copy(enclosure.url)]
        case .article(let id): [.copyAddress(id)]
        default: []
        }
    }

    /// Returns the link that a digit selects; nil if there are more than nine links.
    private func chosenLink(_ character: Character, in panel: Panel) -> Int? {
        guard panel.kind == .links, panel.lines.count < 10, character.isASCII,
            let digit = character.wholeNumberValue, panel.lines.indices.contains(digit - 1)
        else { return nil }
        return digit - 1
    }

    private static let panelSteps: [Key: Int] = [
        .named(.down): 1, .named(.up): -1, .character("j"): 1, .character("k"): -1, .control("n"): 1, .control("p"): -1,
        .named(.pageDown): 10, .named(.pageUp): -10, .character(" "): 10, .control("f"): 10, .control("b"): -10,
        .character("b"): -10, .control("d"): 5, .control("u"): -5, .named(.home): .min, .named(.end): .max,
        .character("g"): .min, .character("G"): .max,
    ]

    /// Moves the selection by a number of lines, but by fewer if they take more rows than the panel has, so that no row
    /// is skipped.
    private func turned(_ panel: Panel, by step: Int) -> Panel {
        let rows = rows(of: panel)
        let height = max(1, height(of: focus) - 1)
        let direction = step.signum()
        var moved = panel
        for count in stride(from: step * direction, through: 1, by: -1) {
            moved = panel
            moved.move(by: count * direction)
            if (1 - height..<height).contains(top(of: moved, among: rows) - panel.top) { break }
        }
        return moved
    }

    mutating func closePanel() -> [Effect] {
        if let before = panel?.themeBefore { theme = before }
        panel = nil
        return []
    }

    mutating func choose(_ panel: Panel) -> [Effect] {
        guard let choice = panel.selected?.choice else { return closePanel() }
        self.panel = choice.keepsPanel ? panel : nil
        switch choice {
        case .open(let url): return browse(url)
        case .play(let enclosure): return play(enclosure)
        case .theme(let name): return chooseTheme(named: name)
        case .subscribe(let url, let userAgent):
            say("Subscribing")
            addition.hasMovedOn = false
            return [.subscribe(url, userAgent: userAgent)]
        case .moveIn(let reader): return moveIn(from: reader)
        case .run(let action): return run(action)
        case .enclosure(let line): return act(on: line)
        case .request: return []
        case .feed(let id): return openScope(.feed(id))
        case .article(let id):
            focus = .text
            return read(id) + markOpened(id)
        case .previewMute(let mute): return [.previewMute(mute)]
        case .mute(let mute): return [.addMute(mute)]
        case .unmute(let mute): return [.removeMute(mute)]
        case .type(let line):
            prompt = Prompt(.command, text: line)
            return []
        case .setting(let name, let value): return ask(.feedSetting(name), text: value)
        }
    }
}
