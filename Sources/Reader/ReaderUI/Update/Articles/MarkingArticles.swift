import Basics
import FeedModel
import FoundationEssentials

// Marks change on the screen at once and are written to the library later.
extension State {
    /// Marks opened articles read, unless `mark-read-on-open` is off, and adds them to the history.
    mutating func markOpened(_ ids: [ArticleID]) -> [Effect] {
        let marks = settings.marksOpenedRead ? setRead(true, on: ids) : []
        return marks + ids.flatMap { recordOpening(of: $0) }
    }

    /// Marks an opened article read, and adds it to the history.
    mutating func markOpened(_ id: ArticleID) -> [Effect] {
        guard let row = list.rows.first(where: { $0.id == id }), row.isRead else { return markOpened([id]) }
        return recordOpening(of: id)
    }

    /// Marks the articles to mark as read if any of them is unread, otherwise as unread; in a list, then selects the row
    /// that `after-toggle-read` names.
    mutating func toggleRead(_ count: Int) -> [Effect] {
        let marksRows = self.marksRows
        let ids = articlesToMark(count)
        guard !ids.isEmpty else { return sayNoArticle() }
        let effects = setRead(areUnread(ids), on: ids)
        guard marksRows else { return effects }
        list.isHeld = true
        switch settings.toggleStep {
        case .stay: return effects
        case .next:
            list.move(by: ids.count)
            return effects + followSelection()
        case .nextUnread:
            list.move(by: ids.count - 1)
            return effects + findUnread(.forward)
        }
    }

    /// Marks the articles to mark as read or as unread. The selection stays, so that the next command of a macro acts on
    /// the same article.
    mutating func markArticles(read isRead: Bool, _ count: Int) -> [Effect] {
        let ids = articlesToMark(count)
        return ids.isEmpty ? sayNoArticle() : setRead(isRead, on: ids)
    }

    /// True if marks apply to as many rows as their count says.
    private var marksRows: Bool { focus == .articles && list.picked.isEmpty }

    /// Returns the articles to mark: the current one; in a list, the picked ones, which it unpicks, or those of `count`
    /// loaded rows from the selected one down.
    private mutating func articlesToMark(_ count: Int) -> [ArticleID] {
        guard marksRows else { return dequeueArticles() }
        let ids = list.rows.dropFirst(list.cursor).prefix(count).map(\.id)
        if !ids.isEmpty { sayUnloaded(ids.count, of: count) }
        return ids
    }

    private func areUnread(_ ids: [ArticleID]) -> Bool {
        let rows = list.rows.filter { ids.contains($0.id) }
        if rows.isEmpty, let reading, ids == [reading.id] { return !reading.open.article.isRead }
        // The marks of rows that are not loaded are unknown. A filter hides picked rows, for example.
        return rows.count < ids.count || rows.contains { !$0.isRead }
    }

    /// Stars the article, or removes its star; stars all of several articles if any of them has no star.
    mutating func toggleStar() -> [Effect] {
        let ids = dequeueArticles()
        guard !ids.isEmpty else { return sayNoArticle() }
        let rows = list.rows.filter { ids.contains($0.id) }
        let opened = reading.flatMap { rows.isEmpty && ids == [$0.id] ? $0.open.article : nil }
        let isStarred = opened?.isStarred ?? (rows.count == ids.count && rows.allSatisfy(\.isStarred))
        let changed = rows.count { $0.isStarred == isStarred } + (rows.isEmpty ? 1 : 0)
        list.kept.formUnion(ids)
        list.set(.starred(!isStarred), on: Set(ids))
        if let id = reading?.id, ids.contains(id) { reading?.open.article.isStarred = !isStarred }
        if list.scope != .guide { sidebar.overview.starredCount += isStarred ? -changed : changed }
        let mark = Effect.mark(ids, .starred(!isStarred))
        let isSure = rows.count == ids.count || ids.count == 1
        return isSure && !haveCopies(rows) ? [mark] : [mark, .loadOverview]
    }

    /// Marks the rows above or below the selected one read. Does nothing while the feeds are focused: the list with
    /// that row may not be visible, and need not be the list selected in the feeds.
    mutating func markRead(beside range: (ArticleID) -> MarkRange) -> [Effect] {
        guard focus != .feeds, let row = list.selected else { return sayNoArticle() }
        return markRead(range(row.id))
    }

    /// Marks as read a range of the list, or of the list that is selected in the feeds.
    mutating func markRead(_ range: MarkRange) -> [Effect] {
        let effects = focus == .feeds ? previewScope() : []
        let scope = focus == .feeds ? sidebar.selected?.scope : list.scope
        guard let scope else { return [] }
        let listing = listing(of: scope, order: list.order, keeping: list.kept)
        if scope == list.scope {
            let affected = list.affected(by: range)
            list.kept.formUnion(affected)
            list.set(.read(true), on: affected)
        }
        return effects + [.markRead(range, listing), .loadOverview]
    }

    mutating func markEverythingRead() -> [Effect] {
        let ids = Set(list.rows.map(\.id))
        list.kept.formUnion(ids)
        list.set(.read(true), on: ids)
        return [.markRead(.all, ArticleListing(.all, midnight: clock.midnight)), .loadOverview]
    }

    mutating func markOlderRead(days argument: String?) -> [Effect] {
        guard let days = argument.flatMap(Invocation.days) else {
            say(Invocation.daysProblem, .error)
            return []
        }
        let range = MarkRange.olderThan(clock.now.addingTimeInterval(-86_400 * Double(days)))
        return markRead(range)
    }

    private mutating func setRead(_ isRead: Bool, on ids: [ArticleID]) -> [Effect] {
        guard !ids.isEmpty else { return [] }
        let set = Set(ids)
        let rows = list.rows.filter { set.contains($0.id) }
        list.kept.formUnion(set)
        list.set(.read(isRead), on: set)
        if let id = reading?.id, set.contains(id) { reading?.open.article.isRead = isRead }
        for row in rows where row.isRead != isRead { count(row, asRead: isRead) }
        let mark = Effect.mark(ids, .read(isRead))
        // Only the library knows the counts for an article that is not in the list, and the order of feeds sorted by
        // unread articles.
        let isSure = rows.count == ids.count && settings.feedOrder != .unread
        return isSure && !haveCopies(rows) ? [mark] : [mark, .loadOverview]
    }

    /// True if a mark on these rows also changes articles of other feeds.
    private func haveCopies(_ rows: [ArticleSummary]) -> Bool {
        settings.foldsStories && rows.contains { $0.copies > 0 }
    }

    /// Marks as read the rows from this one to the selected one, which the selection has passed.
    mutating func markPassed(from start: Int) -> [Effect] {
        guard start < list.cursor, list.rows.indices.contains(start) else { return [] }
        return markPassed(list.rows[start..<list.cursor])
    }

    /// Marks as read the rows that the selection has passed, if `mark-read-on-scroll` is set.
    mutating func markPassed(_ rows: ArraySlice<ArticleSummary>) -> [Effect] {
        guard settings.marksPassedRead else { return [] }
        return setRead(true, on: rows.filter { !$0.isRead }.map(\.id))
    }

    /// Updates the counts of the sidebar, so that a mark needs no read of the library.
    private mutating func count(_ row: ArticleSummary, asRead isRead: Bool) {
        guard list.scope != .guide else { return }
        let step = isRead ? -1 : 1
        sidebar.count(step, unreadIn: row.subscription, showsReadFeeds: settings.showsReadFeeds)
        guard sidebar.feed(row.subscription)?.preferences.isHidden != true else { return }
        sidebar.overview.unreadCount += step
        // At the limit the real count is unknown, so it stays.
        let isToday = row.date >= clock.midnight
        if isToday, sidebar.overview.unreadTodayCount < LibraryOverview.countLimit {
            sidebar.overview.unreadTodayCount += step
        }
    }
}

extension ArticleList {
    /// Returns the loaded rows that a range covers.
    fileprivate func affected(by range: MarkRange) -> Set<ArticleID> {
        switch range {
        case .all: return Set(rows.map(\.id))
        case .above(let id):
            let index = rows.firstIndex { $0.id == id } ?? 0
            return Set(rows[..<index].map(\.id))
        case .below(let id):
            let index = rows.firstIndex { $0.id == id } ?? rows.count - 1
            return Set(rows[(index + 1)...].map(\.id))
        case .olderThan(let date): return Set(rows.filter { $0.date < date }.map(\.id))
        }
    }
}

extension Invocation {
    static let daysProblem = "mark-older-read takes a number of days"

    /// Reads the argument of `:mark-older-read`.
    static func days(_ argument: String) -> Int? { Int(argument, within: 0...36_500) }
}
