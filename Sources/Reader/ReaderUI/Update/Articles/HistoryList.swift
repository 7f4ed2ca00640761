import FeedModel

/// The argument of `:history`.
enum HistoryChoice: String, CaseIterable {
    case clear
}

// The history: the articles that the person opened last.
extension State {
    /// - Parameter choice: nil shows the list.
    mutating func history(_ choice: HistoryChoice?) -> [Effect] {
        guard choice == nil else { return [.clearHistory] }
        let isShown = target.scope == .history
        let before = isShown ? previousList : listToReturnTo
        let effects = openScope(.history)
        previousList = before
        // Articles opened since it was loaded have moved to its top.
        return isShown ? effects + reload() : effects
    }

    /// Records that an article was opened. The guide's articles, whose ids are below zero, are not in the library.
    func recordOpening(of id: ArticleID) -> [Effect] {
        id.rawValue < 0 ? [] : [.recordOpening(id, at: clock.now)]
    }

    /// True while a text opened from the history is read. Opening it has moved its row to the top, so if the list were
    /// reloaded now, the article would have other neighbours.
    var readsFromHistory: Bool {
        focus == .text && list.scope?.isHistory == true
    }
}
