import FeedModel

/// The most useful keys in the current state, five at most.
enum Hints {
    static func of(_ state: State) -> [(key: String, text: String)] {
        // A refused line shows its reason instead of itself; all keys but Esc go into the line.
        if state.prompt != nil { return [(key: "Esc", text: "cancel")] }
        if let panel = state.panel { return of(panel) }
        let commands: [(Command, String)]
        switch state.focus {
        case .feeds where state.sidebar.overview.feeds.isEmpty:
            commands = [(.open, "read"), (.add, "add a feed"), (.help, "keys")]
        case .feeds:
            commands = [
                (.open, "open"), (.refreshAll, "refresh"), (.offline, modeWord(state)), (.add, "add"), (.help, "keys"),
            ]
        case .articles:
            commands = [
                (.open, "open"), (.nextUnread, "unread"), (.star, "star"), (.search, "search"), (.help, "keys"),
            ]
        case .text where state.list.scope == .guide:
            // The guide has no page for the browser.
            commands = [(.advance, "next"), (.star, "star"), (.help, "keys")]
        case .text:
            let open = state.reading?.open
            let otherText = open?.isFullText == true ? "feed's text" : open?.fullTextName ?? "full page"
            commands = [
                (.advance, "next"), (.browser, "browser"), (.fullText, otherText), (.star, "star"), (.help, "keys"),
            ]
        }
        return commands.compactMap { command, text in
            state.keymap.key(for: command, in: state.focus).map { (key: $0, text: text) }
        }
    }

    private static func of(_ panel: Panel) -> [(key: String, text: String)] {
        let verbs: [Panel.Kind: String] = [
            .help: "run", .links: "open", .enclosures: "play", .themes: "take", .discovery: "subscribe",
            .feedSettings: "change", .mutes: "choose", .feedReport: "open", .sameStory: "open",
        ]
        var verb = panel.selectedEnclosure.flatMap { enclosureVerbs[$0.action] } ?? verbs[panel.kind]
        if case .moveIn = panel.selected?.choice { verb = "move in" }
        // On a line without a choice Enter only closes the panel.
        if panel.selected?.choice == nil { verb = nil }
        var choice = verb.map { [(key: "Enter", text: $0)] } ?? []
        if panel.selectedEnclosure != nil { choice.append((key: "J K", text: "move")) }
        if panel.kind == .queue { choice.append((key: "Del", text: "remove")) }
        if panel.kind == .feedReport { choice += [(key: "Tab", text: "sort"), (key: "Del", text: "delete")] }
        if panel.kind == .feedSettings { choice.append((key: "y", text: "copy the address")) }
        if [.links, .enclosures, .sameStory].contains(panel.kind) { choice.append((key: "y", text: "copy")) }
        if panel.kind == .links { choice.append((key: "+", text: "save")) }
        return choice + [(key: panel.isFiltering ? "letters" : "/", text: "narrow"), (key: "Esc", text: "close")]
    }

    private static let enclosureVerbs: [EnclosureLine.Action: String] = [
        .pause: "pause", .resume: "resume", .play: "play",
    ]

    private static func modeWord(_ state: State) -> String {
        state.network.connectivity == .offline ? "online" : "offline"
    }
}
