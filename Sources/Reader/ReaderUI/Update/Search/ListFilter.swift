import FeedModel

// Filters a list as words are typed.
extension State {
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

    /// The articles that stay in the unfiltered list whatever their marks, including those marked in its filter.
    var keptInPreviousList: Set<ArticleID> {
        let kept = previousList?.kept ?? []
        if case .filtered = list.scope { return kept.union(list.kept) }
        return kept
    }
}
