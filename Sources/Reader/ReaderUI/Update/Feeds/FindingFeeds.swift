import FeedModel

// Finds a feed by words of its name, and opens it.
extension State {
    /// Selects the first feed that the typed words find, for as long as they are typed; without words, or if they find
    /// none, the row that was selected before.
    mutating func previewFeed(_ words: String, before row: ArticleScope?) -> [Effect] {
        sidebar.select(sidebar.feeds(named: words).first.map(ArticleScope.feed) ?? row)
        return previewScope()
    }

    /// Opens the list of the first feed that the words find. If they find none, the line that they were typed in stays
    /// open.
    mutating func goToFeed(named words: String, typedIn line: Prompt? = nil) -> [Effect] {
        if let feed = sidebar.feeds(named: words).first { return openScope(.feed(feed)) }
        let reason = "No feed has these words in its name"
        if let line { return refuse(line, because: reason) }
        say(reason, .error)
        return []
    }
}

extension Sidebar {
    /// Returns the feeds whose titles contain all words, in any case of letters: first those that begin with the whole
    /// text, then the others, in the order of the column. Without words there are none.
    func feeds(named text: String) -> [SubscriptionID] {
        let text = text.lowercased().trimmedSpaces
        let words = text.split(separator: " ")
        guard !words.isEmpty else { return [] }
        let visible = rows.compactMap { row in
            if case .feed(let id) = row { id } else { nil }
        }
        let hidden = Set(overview.feeds.map(\.id)).subtracting(visible)
        let titles = (visible + overview.feeds.map(\.id).filter(hidden.contains)).compactMap { id in
            feed(id).map { (id: id, title: $0.title.lowercased()) }
        }
        let found = titles.filter { feed in words.allSatisfy { feed.title.contains($0) } }
        let first = found.filter { $0.title.hasPrefix(text) }
        return (first + found.filter { !$0.title.hasPrefix(text) }).map(\.id)
    }
}
