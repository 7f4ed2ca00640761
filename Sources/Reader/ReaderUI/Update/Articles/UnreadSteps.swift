import FeedModel

// Goes to the next unread article, first within the list and then across feeds.
extension State {
    mutating func findUnread(_ direction: UnreadRequest.Direction) -> [Effect] {
        let opens = focus == .text
        guard focus != .feeds, let listing else { return findUnreadInNextFeed(direction, after: nil, opens: opens) }
        let from = focus == .text ? reading?.id ?? list.selected?.id : list.selected?.id
        list.isSelectionAwaited = true
        return find(UnreadRequest(listing, from: from, direction), opens: opens)
    }

    private mutating func find(_ request: UnreadRequest, opens: Bool) -> [Effect] {
        waiting.goal = .unread(request, opens: opens)
        return [.findUnread(request)]
    }

    mutating func go(to found: ArticleSummary?, for request: UnreadRequest) -> [Effect] {
        guard case .unread(request, let opens) = waiting.goal else { return [] }
        waiting.goal = .nothing
        guard request.listing.scope == list.scope else { return [] }
        list.isSelectionAwaited = false
        guard let found else {
            return findUnreadInNextFeed(request.direction, after: request.listing.scope, opens: opens)
        }
        if focus == .feeds { focus = .articles }
        var effects: [Effect] = []
        if !list.select(found.id) {
            list.asked = .around(found.id)
            list.isSelectionAwaited = true
            effects.append(
                .loadPage(PageRequest(request.listing, at: .around(found.id), limit: rowsAround)))
        }
        guard opens else { return effects + followSelection() }
        return effects + openText(of: found)
    }

    /// Finds the nearest feed with unread articles in the given direction, wrapping around at the end.
    private mutating func findUnreadInNextFeed(
        _ direction: UnreadRequest.Direction, after scope: ArticleScope?, opens: Bool
    ) -> [Effect] {
        guard scope == nil || !list.isPackedOnly else {
            // The counts of feeds do not say which of them have packed articles.
            say("No more unread articles among the packed ones")
            return []
        }
        var feeds: [FeedSummary] = []
        FolderTree(sidebar.overview.feeds).walk { entry in
            if case .feed(let index) = entry { feeds.append(sidebar.overview.feeds[index]) }
        }
        if direction == .backward { feeds.reverse() }
        let current = scope ?? sidebar.selected?.scope
        let start = feeds.firstIndex { .feed($0.id) == current }.map { $0 + 1 } ?? 0
        let following = feeds[start...] + feeds[..<start]
        let isAcrossFeeds = if case .feed = scope { true } else { scope == nil }
        guard isAcrossFeeds, let next = following.first(where: { $0.unreadCount > 0 && .feed($0.id) != scope })
        else {
            let goesOn = opens && direction == .forward && list.cursor + 1 < list.rows.count
            say("No more unread articles" + (goesOn ? "; \(keymap.name(of: .nextArticle)) opens the next one" : ""))
            return []
        }
        // The search for an unread article is in the new list, so it must not wait behind the old one.
        var effects = openScope(.feed(next.id), focus: .articles, waitsForRows: false)
        if let listing {
            effects += find(UnreadRequest(listing, from: nil, direction), opens: opens)
        }
        return effects
    }
}
