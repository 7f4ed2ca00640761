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
        let more = lines.count > 1 ? "; \(keymap.name(of: .messages)) lists more" : ""
        messages.add(
            Message(first, kind: isProblem ? .warning : .note, seconds: Self.endTime, reference: more), at: clock.now)
        return []
    }

}

extension ArticleList {
    /// The filter words of `:only-aboard`.
    static let aboardFilter = "is:packed"
    static let aboardWords = [aboardFilter, "is:aboard"]

    /// True if the list depends on which articles are packed.
    var asksForAboard: Bool {
        switch scope {
        case .search(let text), .filtered(_, let text): Self.aboardWords.contains { text.contains($0) }
        default: false
        }
    }
}
