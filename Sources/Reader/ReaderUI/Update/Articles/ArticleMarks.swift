import FeedModel
import FoundationEssentials

// Marks change on the screen at once and are written to the library later.
extension State {
    mutating func markOpened(_ id: ArticleID) -> [Effect] {
        guard let row = list.rows.first(where: { $0.id == id }), row.isRead else {
            return setRead(true, id)
        }
        return []
    }

    mutating func toggleRead() -> [Effect] {
        guard let id = currentArticle else { return [] }
        let isRead = list.rows.first { $0.id == id }?.isRead ?? reading?.open.article.isRead ?? false
        let effects = setRead(!isRead, id)
        return focus == .articles ? effects + move(by: 1) : effects
    }

    mutating func toggleStar() -> [Effect] {
        guard let id = currentArticle else { return [] }
        let isStarred = list.rows.first { $0.id == id }?.isStarred ?? reading?.open.article.isStarred ?? false
        list.kept.insert(id)
        list.set(.starred(!isStarred), on: [id])
        if reading?.id == id { reading?.open.article.isStarred = !isStarred }
        if list.scope != .guide { sidebar.overview.starredCount += isStarred ? -1 : 1 }
        return [.mark([id], .starred(!isStarred))]
    }

    mutating func markRead(_ range: MarkRange) -> [Effect] {
        let effects = focus == .feeds ? previewScope() : []
        let scope = focus == .feeds ? sidebar.selected?.scope : list.scope
        guard let scope else { return [] }
        let listing = ArticleListing(scope, order: list.order, kept: list.kept, midnight: clock.midnight)
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
        guard let argument, let days = Int(argument), (0...36_500).contains(days) else {
            say("mark-older-read takes a number of days", .error)
            return []
        }
        guard let listing else { return [] }
        let range = MarkRange.olderThan(clock.now.addingTimeInterval(-86_400 * Double(days)))
        let affected = list.affected(by: range)
        list.kept.formUnion(affected)
        list.set(.read(true), on: affected)
        return [.markRead(range, listing), .loadOverview]
    }

    private mutating func setRead(_ isRead: Bool, _ id: ArticleID) -> [Effect] {
        let row = list.rows.first { $0.id == id }
        let wasRead = row?.isRead ?? reading.map { $0.id == id && $0.open.article.isRead } ?? false
        list.kept.insert(id)
        list.set(.read(isRead), on: [id])
        if reading?.id == id { reading?.open.article.isRead = isRead }
        if wasRead != isRead, let row { count(row, asRead: isRead) }
        let mark = Effect.mark([id], .read(isRead))
        // For an article outside the list only the library knows the affected counts, as well as the order of feeds
        // sorted by them.
        return row == nil || settings.feedOrder == .unread ? [mark, .loadOverview] : [mark]
    }

    /// Updates the counts of the sidebar, so that a mark needs no read of the library.
    private mutating func count(_ row: ArticleSummary, asRead isRead: Bool) {
        guard list.scope != .guide else { return }
        let step = isRead ? -1 : 1
        sidebar.count(step, unreadIn: row.subscription, showsReadFeeds: settings.showsReadFeeds)
        guard sidebar.feed(row.subscription)?.preferences.isHidden != true else { return }
        sidebar.overview.unreadCount += step
        // Counts stop at the limit.
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
