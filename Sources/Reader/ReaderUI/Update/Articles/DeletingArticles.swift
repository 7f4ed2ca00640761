import Basics
import FeedModel

// Deletes articles. They leave the screen once the library no longer lists them.
extension State {
    /// Deletes the picked rows, or the article that commands apply to.
    mutating func deleteArticles() -> [Effect] {
        guard list.scope != .guide else {
            say("The guide cannot be deleted")
            return []
        }
        let ids = dequeueArticles()
        guard !ids.isEmpty else {
            decline("No article here")
            return []
        }
        return [.deleteArticles(ids)]
    }

    /// Removes deleted articles from the screen. The list replaces a deleted text, with the following row
    /// selected.
    mutating func removeDeletedArticles(_ deletion: ArticleDeletion) -> [Effect] {
        let ids = Set(deletion.articles)
        list.remove(ids)
        if let shown = reading?.id ?? text.awaited, ids.contains(shown) {
            leaveReading()
            if focus == .text { (focus, isZen) = (.articles, false) }
        }
        say("\(words(of: deletion)); \(keymap.name(of: .undo)) undoes")
        return followSelection() + reload()
    }

    /// Replaces the text of an article that is no longer in the library.
    mutating func endReading(ofDeleted id: ArticleID) {
        guard reading?.id == id || text.awaited == id else { return }
        say("This article was deleted", .warning)
        if let awaited = text.awaited { text = .loading(awaited, before: nil) }
    }

    /// Selects the first listed one of the articles that an undo brought back.
    mutating func showRestoredArticles(_ ids: [ArticleID]) -> [Effect] {
        if focus == .articles { list.awaited = Set(ids) }
        return reload() + loadStatisticsOfPanel()
    }

    /// Writes `Deleted the starred, packed article, not on its server` or `Deleted 4 articles, 2 starred, 1 packed`.
    private func words(of deletion: ArticleDeletion) -> String {
        let count = deletion.articles.count
        let marks = [(deletion.starred, "starred"), (deletion.articles.count { packs[$0] != nil }, "packed")]
            .filter { $0.0 > 0 }
        if count == 1 {
            let named = marks.map { $0.1 }.joined(separator: ", ")
            return "Deleted the \(named.isEmpty ? "" : "\(named) ")article\(deletion.serverWords)"
        }
        let copies = deletion.copies > 0 ? " (\(deletion.copies.copiesInOtherFeeds))" : ""
        let counts = marks.map { ", \(Numbers.grouped($0.0)) \($0.1)" }.joined()
        return "Deleted \(count.counting("article"))\(copies)\(counts)\(deletion.serverWords)"
    }
}

extension Int {
    /// `1 copy in other feeds`, `2 copies in other feeds`
    fileprivate var copiesInOtherFeeds: String {
        "\(counting("copy", "copies")) in other feeds"
    }
}
