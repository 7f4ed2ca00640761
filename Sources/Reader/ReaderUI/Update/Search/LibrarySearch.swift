import FeedModel

// Searches the library, and returns to the list before the search.
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

    mutating func restoreList() -> [Effect] {
        guard let before = previousList, let scope = before.scope else { return [] }
        return show(
            scope, order: before.order, at: before.selected.map(PageAnchor.around) ?? .start,
            keeping: keptInPreviousList)
    }
}
