import FeedModel

// Searches the library, filters a list, and finds words in a text.
extension State {
    /// Shows results while words are typed; cancelling restores the previous list.
    mutating func showResults(of words: String) -> [Effect] {
        let words = words.trimmedSpaces
        guard !words.isEmpty else { return restoreList() }
        focus = .articles
        return show(.search(words))
    }

    mutating func search(_ words: String) -> [Effect] {
        focus = .articles
        return show(.search(words)) + followSelection() + [.checkSearch(words)]
    }

    /// Searches without a prompt. As after a prompt, Esc restores the previous list, but not a text that was open.
    mutating func search(for words: String) -> [Effect] {
        previousList = listToReturnTo
        return search(words)
    }

    /// The current list without its text, which Esc restores after another list was opened over it.
    var listToReturnTo: PreviousList {
        var list = currentList
        if list.focus == .text { list.focus = .articles }
        return list
    }

    mutating func leaveSearchPrompt() -> [Effect] {
        let effects = restoreList()
        focus = previousList?.focus ?? focus
        previousList = previousList?.before.first
        return effects
    }

    /// Ends a pending search when the person returns to the feeds, unless it is the saved search selected there.
    mutating func leaveSearch() {
        if let other = waiting.otherList, other.listing.scope != sidebar.selected?.scope {
            waiting.goal = .nothing
            waiting.needsReload = true
        }
        previousList = nil
        list.filter = nil
    }

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

    /// The current list, to restore it later.
    var currentList: PreviousList {
        // In a list that stays at its top, new articles may be above the selected one.
        let selected = heldArticle ?? (list.cursor > 0 ? list.selected?.id : nil)
        return PreviousList(
            scope: target.scope, order: target.order, kept: waiting.otherList == nil ? list.kept : [],
            selected: waiting.otherList == nil ? selected : nil, focus: focus, before: listBeneath)
    }

    /// The list to which Esc leads from the current one, for results of a search, the history and filtered lists.
    private var listBeneath: [PreviousList] {
        switch target.scope {
        case .search, .history, .filtered: previousList.map { [$0] } ?? []
        default: []
        }
    }

    /// The list to which a filter applies. While the feeds are focused it is the list selected there, which may not be
    /// visible; in a filtered list it is the whole one, because new words replace the old ones.
    var listToNarrow: PreviousList {
        if focus == .feeds, let scope = sidebar.selected?.scope, scope != target.scope {
            return PreviousList(scope: scope, order: order(of: scope), kept: [], selected: nil, focus: focus)
        }
        guard case .filtered(let whole, _) = target.scope else { return currentList }
        if let previousList, previousList.scope == whole { return previousList }
        var list = currentList
        list.scope = whole
        return list
    }

    /// Filters the list that is shown, without a prompt.
    mutating func filter(by words: String) -> [Effect] {
        previousList = listToNarrow
        return narrow(toComplete: words)
    }

    /// Filters the list to a complete line of words, whose mistakes are reported.
    mutating func narrow(toComplete words: String) -> [Effect] {
        let effects = narrow(to: words)
        return words.isEmpty ? effects : effects + [.checkSearch(words)]
    }

    /// Filters the list to matching rows; empty words restore the whole list.
    mutating func narrow(to words: String) -> [Effect] {
        if previousList == nil {
            previousList = listToNarrow
        }
        let words = words.trimmedSpaces
        guard !words.isEmpty else {
            let effects = restoreList()
            list.filter = nil
            previousList = previousList?.before.first
            return effects
        }
        guard let scope = previousList?.scope else { return [] }
        if focus == .feeds { focus = .articles }
        let effects = show(
            .filtered(scope, words), order: previousList?.order,
            keeping: Self.askForMarks(words) ? [] : keptInPreviousList)
        if waiting.otherList == nil { list.filter = words }
        return effects
    }

    /// True if search words select articles by their current marks, as `is:` does, except for `is:packed`.
    static func askForMarks(_ words: String) -> Bool {
        let marks = words.lowercased().split(separator: " ").map { $0.drop { "(-".contains($0) } }
            .filter { $0.hasPrefix("is:") }
        return marks.contains { !SearchLanguage.packedWords.contains(String($0)) }
    }

    /// True while the last word of a search is still being typed and is too short to find the words that begin with it.
    /// An empty result then means nothing, so the rows on the screen stay.
    func isUnfinished(_ scope: ArticleScope) -> Bool {
        guard let prompt else { return false }
        // The prompt still has the space that ends a word; the words of the list are trimmed.
        switch (scope, prompt.kind) {
        case (.search, .search), (.filtered, .filter): return IndexedWord.isTooShort(atEndOf: prompt.text)
        default: return false
        }
    }

    mutating func find(_ text: String) -> [Effect] {
        guard reading != nil else {
            decline(requestToOpen)
            return []
        }
        reading?.look(for: text)
        scrollText(by: 0)
        sayIfNotFound()
        return []
    }

    private mutating func sayIfNotFound() {
        guard let find = reading?.find, find.matches.isEmpty, reading?.goal == nil else { return }
        say("“\(find.text)” not found")
    }

    mutating func moveMatch(by count: Int) -> [Effect] {
        guard reading?.find != nil else {
            say("Search in the text first (\(keymap.name(of: .search)))")
            return []
        }
        reading?.moveMatch(by: count)
        scrollText(by: 0)
        sayIfNotFound()
        return []
    }

    private mutating func restoreList() -> [Effect] {
        guard let before = previousList, let scope = before.scope else { return [] }
        return show(
            scope, order: before.order, at: before.selected.map(PageAnchor.around) ?? .start,
            keeping: keptInPreviousList)
    }

    /// The articles that stay in the unfiltered list whatever their marks, including those marked in its filter.
    private var keptInPreviousList: Set<ArticleID> {
        let kept = previousList?.kept ?? []
        if case .filtered = list.scope { return kept.union(list.kept) }
        return kept
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
