import Basics
import FeedModel

// Rows that are picked first, then one command on all of them.
extension State {
    /// Maximum number of pages opened in the browser at once (default 20).
    private static let maximumPages = 20

    /// Picks `count` rows from the selected one down, or unpicks those already picked, and moves below them. Rows that
    /// are not loaded stay as they are.
    mutating func pickRows(_ count: Int) -> [Effect] {
        guard focus == .articles, list.selected != nil else { return sayListNeeded() }
        for number in 1..<max(1, count) {
            list.togglePick()
            let cursor = list.cursor
            list.move(by: 1)
            guard list.cursor != cursor else {
                sayUnloaded(number, of: count)
                return followSelection()
            }
        }
        list.togglePick()
        list.move(by: 1)
        return followSelection()
    }

    /// Says that a command applied to fewer rows than its count, unless the list ends there.
    mutating func sayUnloaded(_ number: Int, of count: Int) {
        guard number < count, list.hasLaterRows else { return }
        say("Only \(Numbers.grouped(number)) of \(count.counting("row")): the others are not loaded yet")
    }

    /// Picks the rows since the one picked last. A refresh or a step to a distant row may have dropped that one; then the
    /// rows between are loaded again.
    mutating func pickRange() -> [Effect] {
        guard focus == .articles, let selected = list.selected else { return sayListNeeded() }
        guard list.picks.last != nil else {
            say("A range begins at a picked row (\(keymap.name(of: .pick)))")
            return []
        }
        guard !list.pickRange(), let listing else { return [] }
        list.picks.isRangeAwaited = true
        list.isHeld = true
        list.requestedPage = .around(selected.id)
        return [.loadPage(PageRequest(listing, at: .around(selected.id), limit: 2 * ArticleList.windowSize))]
    }

    /// Reports a range that none of the loaded rows completes.
    mutating func endAwaitedRange() {
        guard list.picks.isRangeAwaited, !list.isLoading else { return }
        list.picks.isRangeAwaited = false
        say("A range takes at most \(Numbers.grouped(ArticleList.windowSize)) rows")
    }

    private mutating func sayListNeeded() -> [Effect] {
        say(focus == .articles ? "No article here" : "Rows can only be picked in a list of articles")
        return []
    }

    /// Returns the articles to which a command applies, and unpicks them.
    mutating func dequeueArticles() -> [ArticleID] {
        let ids = commandArticles
        if focus == .articles, !list.picked.isEmpty { list.picks.removeAll() }
        return ids
    }

    /// The articles to which a command applies: the picked rows in the list's order, or the current article.
    var commandArticles: [ArticleID] {
        guard focus == .articles, !list.picked.isEmpty else { return currentArticle.map { [$0] } ?? [] }
        let picked = list.picked
        let shown = list.rows.lazy.map(\.id).filter(picked.contains)
        return Array(shown) + picked.subtracting(shown).sorted { $0.rawValue < $1.rawValue }
    }

    /// Opens the pages of the picked articles in the browser.
    mutating func browsePicked() -> [Effect] {
        guard list.picked.count <= Self.maximumPages else {
            say("At most \(Self.maximumPages) pages are opened at once")
            return []
        }
        let ids = dequeueArticles()
        return ids.map(Effect.browseArticle) + markOpened(ids)
    }
}
