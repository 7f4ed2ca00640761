import Basics
import FeedModel

// The person's own tags and notes.
extension State {
    /// Gives the open article a note; without a text, asks for it.
    mutating func note(_ text: String?) -> [Effect] {
        guard list.scope != .guide else {
            decline("The guide takes no notes")
            return []
        }
        guard let article = openedArticle()?.article else { return [] }
        return text.map { [.setNote(article.id, $0)] } ?? ask(.note(article.id), text: article.note ?? "")
    }

    /// Asks for all tags of the current article, or for tags to add to the picked ones.
    mutating func askForTags() -> [Effect] {
        let ids = commandArticles
        guard !ids.isEmpty else { return sayNoArticle() }
        guard list.scope != .guide else { return refuseGuideTags() }
        return ask(.tags(ids), text: ids.count == 1 ? tags(of: ids[0]).joined(separator: ", ") : "") + [.loadTags]
    }

    /// `:tag a, -b` adds and removes tags of the current or the picked articles.
    mutating func changeTags(_ line: String) -> [Effect] {
        let ids = dequeueArticles()
        guard !ids.isEmpty else { return sayNoArticle() }
        guard !OwnTag.isTooLong(line) else {
            say(Self.tagLimits, .error)
            return []
        }
        return tag(ids, OwnTag.changes(in: line))
    }

    /// True if the line typed after `#` breaks a limit. It contains all tags of a single article.
    func isTooLong(tags line: String, of ids: [ArticleID]) -> Bool {
        OwnTag.isTooLong(line, besides: ids.count == 1 ? tags(of: ids[0]) : [])
    }

    /// Applies the line typed after `#`.
    mutating func setTags(_ line: String, of ids: [ArticleID]) -> [Effect] {
        // Unpicks the rows only now, so that they are still picked after Esc in the line.
        _ = dequeueArticles()
        guard ids.count == 1 else { return tag(ids, OwnTag.changes(in: line)) }
        let before = tags(of: ids[0])
        let after = Self.names(in: line, changing: before)
        return tag(
            ids,
            before.filter { !after.contains($0) }.map { ($0, false) }
                + after.filter { !before.contains($0) }.map { ($0, true) })
    }

    /// Returns the tags that a line gives an article: `-name` removes a tag, as it does for several articles. A
    /// server's label may itself begin with a hyphen; if the article has such a tag, `-name` keeps that tag.
    private static func names(in line: String, changing before: [String]) -> [String] {
        let typed = OwnTag.names(in: line, besides: before)
        let removals = typed.filter { $0.hasPrefix("-") && !before.contains($0) }
        let removed = removals + removals.map { String($0.dropFirst()) }
        return typed.filter { !removed.contains($0) }
    }

    private mutating func tag(_ ids: [ArticleID], _ changes: [(name: String, isAdded: Bool)]) -> [Effect] {
        guard list.scope != .guide else { return refuseGuideTags() }
        for change in changes { showTag(change.name, isAdded: change.isAdded, on: ids) }
        let marks = changes.map { Mark.tagged($0.name, $0.isAdded) }
        guard !marks.isEmpty else { return [] }
        // The rows may be too narrow for their tags, and they are no longer picked.
        if ids.count > 1 {
            report(Message("Tags of \(ids.count.counting("article")) changed", offers: [.undoes]))
        }
        return [.markTogether(ids, marks)]
    }

    private mutating func refuseGuideTags() -> [Effect] {
        decline("The guide cannot be tagged")
        return []
    }

    static let tagLimits = "Tags: \(OwnTag.maximumCount) new at most, \(OwnTag.maximumLength) bytes each"

    private mutating func showTag(_ name: String, isAdded: Bool, on ids: [ArticleID]) {
        let mark = Mark.tagged(name, isAdded)
        list.kept.formUnion(ids)
        list.set(mark, on: Set(ids))
        if let id = reading?.id, ids.contains(id) {
            var open = reading!.open
            open.tags.removeAll { $0 == name }
            if isAdded { open.tags = (open.tags + [name]).sorted() }
            _ = show(open)
        }
    }

    /// Updates the tags of the open text from its row, after an undo or a change by another process.
    mutating func followTags(in rows: [ArticleSummary]) {
        guard var open = reading?.open, let row = rows.first(where: { $0.id == open.article.id }),
            row.tags != open.tags.sorted()
        else { return }
        open.tags = row.tags
        _ = show(open)
    }

    private func tags(of id: ArticleID) -> [String] {
        list.rows.first { $0.id == id }?.tags ?? reading.flatMap { $0.id == id ? $0.open.tags : nil } ?? []
    }

    /// Responds to a command that needs an article while none is selected, as in the feeds.
    mutating func sayNoArticle() -> [Effect] {
        decline("Select an article first")
        return []
    }
}
