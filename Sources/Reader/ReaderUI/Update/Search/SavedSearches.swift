import FeedModel

// Saves searches, and changes saved ones.
extension State {
    /// The words that find what the list shows, with the words of its filter; nil if it is neither a search nor
    /// filtered, or if no words find its articles.
    var shownSearch: String? {
        switch list.scope {
        case .search(let query): query
        case .filtered(let scope, let words): queryPrefix(scope).map { $0 + words }
        default: nil
        }
    }

    /// Returns the beginning of a search among the articles of a list.
    private func queryPrefix(_ scope: ArticleScope) -> String? {
        switch scope {
        case .all: ""
        case .unread: "is:unread "
        case .starred: "is:starred "
        case .feed(let id): sidebar.feed(id).flatMap { words("feed", finding: $0.title) }
        case .folder(let path): words("folder", finding: path.joined(separator: "/"))
        case .search(let query): "(\(query)) "
        case .today, .history, .filtered, .guide: nil
        }
    }

    /// Splits a name at its quotation marks, since a quoted word cannot contain one; each part becomes a word. Returns
    /// nil if the name has no other characters.
    private func words(_ operatorName: String, finding name: String) -> String? {
        guard name.contains("\"") else { return "\(operatorName):=\"\(name)\" " }
        let parts = name.split(separator: "\"")
        return parts.isEmpty ? nil : parts.map { "\(operatorName):\"\($0)\" " }.joined()
    }

    /// Responds to a command that needs a search while the screen shows none.
    mutating func sayNoSearch() -> [Effect] {
        say("Search for something first (\(keymap.name(of: .search)))")
        return []
    }

    mutating func keepSearch(named name: String) -> [Effect] {
        guard let query = shownSearch else { return sayNoSearch() }
        if let other = sidebar.savedSearches.first(where: { $0.name == name }), other.query != query {
            say("Another search is named “\(name)”", .error)
            return []
        }
        say("Saved “\(name)” to the feed list")
        let search = SavedSearch(name: name, query: query)
        // The way back from its results leads to its new row.
        if focus != .feeds, list.scope == .search(query) {
            sidebar.store(search, showsReadFeeds: settings.showsReadFeeds)
        }
        return [.saveSearch(search), .loadOverview]
    }

    /// Gives the selected saved search another query; its name stays.
    mutating func editSearch(_ query: String) -> [Effect] {
        let query = query.trimmedSpaces
        guard let search = selectedSearch, !query.isEmpty else {
            say("Select a saved search first")
            return []
        }
        sidebar.store(SavedSearch(name: search.name, query: query), showsReadFeeds: settings.showsReadFeeds)
        return [.saveSearch(SavedSearch(name: search.name, query: query)), .loadOverview] + previewScope()
            + [.checkSearch(query)]
    }
}

extension Sidebar {
    /// Adds a saved search, or gives the one of this name another query, and selects it.
    fileprivate mutating func store(_ search: SavedSearch, showsReadFeeds: Bool) {
        if let index = savedSearches.firstIndex(where: { $0.name == search.name }) {
            savedSearches[index] = search
        } else {
            savedSearches.append(search)
        }
        rebuild(showsReadFeeds: showsReadFeeds)
        cursor = rows.firstIndex(of: .search(search)) ?? cursor
    }
}
