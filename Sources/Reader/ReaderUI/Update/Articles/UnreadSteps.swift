import FeedModel

// Goes to the next unread article, first within the list and then across feeds.
extension State {
    /// Goes to the unread article that is `count` unread articles further on; in a text, it opens.
    mutating func findUnread(_ direction: UnreadRequest.Direction, count: Int = 1) -> [Effect] {
        let search = UnreadSearch(
            direction: direction, opens: focus == .text, toPass: min(max(1, count), Self.maximumUnreadSteps) - 1)
        guard focus != .feeds, let listing else { return findUnreadInNextFeed(search, after: nil) }
        let from = focus == .text ? reading?.id ?? list.selected?.id : list.selected?.id
        list.isSelectionAwaited = true
        return find(search, in: listing, from: from)
    }

    /// Goes to a random unread article of the list; in a text, it opens.
    mutating func findRandomUnread() -> [Effect] {
        guard focus == .feeds else { return findUnread(.random) }
        say("Open a list first")
        return []
    }

    /// Maximum number of unread articles that one step passes, or from which a random one is taken (default 1,000): the
    /// library reads all of them.
    private static let maximumUnreadSteps = 1_000

    private mutating func find(_ search: UnreadSearch, in listing: ArticleListing, from id: ArticleID?) -> [Effect] {
        let limit = search.direction == .random ? Self.maximumUnreadSteps : search.toPass + 1
        let request = UnreadRequest(listing, from: id, search.direction, limit: limit)
        waiting.goal = .unread(request, search)
        return [.findUnread(request)]
    }

    /// Goes to the last of these articles, or to another feed if they are too few.
    mutating func go(to found: [ArticleSummary], for request: UnreadRequest) -> [Effect] {
        guard case .unread(request, var search) = waiting.goal else { return [] }
        waiting.goal = .nothing
        guard request.listing.scope == list.scope else { return [] }
        list.isSelectionAwaited = false
        if search.staysInList, found.isEmpty || focus != .articles || list.isHeld { return [] }
        guard let wanted = found.last, found.count > search.toPass else {
            search.toPass -= found.count
            search.passed = found.last
            return findUnreadInNextFeed(search, after: request.listing.scope)
        }
        return go(to: wanted, in: request.listing, opens: search.opens)
    }

    private mutating func go(to found: ArticleSummary, in listing: ArticleListing, opens: Bool) -> [Effect] {
        if focus == .feeds { focus = .articles }
        var effects: [Effect] = []
        if !list.select(found.id) {
            list.requestedPage = .around(found.id)
            list.isSelectionAwaited = true
            effects.append(.loadPage(PageRequest(listing, at: .around(found.id), limit: rowsAround)))
        }
        guard opens else { return effects + followSelection() }
        return effects + openText(of: found)
    }

    /// Finds the feed with the wanted unread article in the given direction, wrapping around at the end.
    private mutating func findUnreadInNextFeed(_ search: UnreadSearch, after scope: ArticleScope?) -> [Effect] {
        // This feed was chosen by the feeds' unread counts, so its last unread article is the wanted one.
        if search.isInOtherFeed, let passed = search.passed, let listing {
            return go(to: passed, in: listing, opens: search.opens)
        }
        guard scope == nil || !list.isPackedOnly else {
            // The feeds' unread counts do not show which feeds have packed articles.
            return endSearch(search, "No more unread articles among the packed ones")
        }
        let isAcrossFeeds = if case .feed = scope { true } else { scope == nil }
        guard isAcrossFeeds, let (next, toPass) = nextFeed(search, after: scope) else {
            let mayContinue = search.opens && search.direction == .forward && list.cursor + 1 < list.rows.count
            let offer = mayContinue ? "; \(keymap.name(of: .nextArticle)) opens the next one" : ""
            return endSearch(search, "No more unread articles" + offer)
        }
        // The search for an unread article is of the new list, so it must not wait for the old one.
        var effects = openScope(.feed(next), waitsForRows: false)
        if let listing {
            let further = UnreadSearch(
                direction: search.direction, opens: search.opens, toPass: toPass, isInOtherFeed: true)
            effects += find(further, in: listing, from: nil)
        }
        return effects
    }

    /// Ends a search at the last article that it has passed; if it has passed none, says why.
    private mutating func endSearch(_ search: UnreadSearch, _ reason: String) -> [Effect] {
        if let passed = search.passed, let listing { return go(to: passed, in: listing, opens: search.opens) }
        decline(reason)
        return []
    }

    /// Returns the feed of the wanted article, by the counts of feeds, and the unread articles to pass in it. If all
    /// feeds together have too few, it is the last unread article of the last feed.
    private func nextFeed(
        _ search: UnreadSearch, after scope: ArticleScope?
    ) -> (feed: SubscriptionID, toPass: Int)? {
        var feeds: [FeedSummary] = []
        FolderTree(sidebar.overview.feeds).walk { entry in
            if case .feed(let index) = entry { feeds.append(sidebar.overview.feeds[index]) }
        }
        if search.direction == .backward { feeds.reverse() }
        let current = scope ?? sidebar.selected?.scope
        let start = feeds.firstIndex { .feed($0.id) == current }.map { $0 + 1 } ?? 0
        let following = (feeds[start...] + feeds[..<start]).filter { $0.unreadCount > 0 && .feed($0.id) != scope }
        var toPass = search.toPass
        for feed in following {
            if toPass < feed.unreadCount { return (feed.id, toPass) }
            toPass -= feed.unreadCount
        }
        return following.last.map { ($0.id, $0.unreadCount - 1) }
    }
}

// Lists that open at their first unread article.
extension State {
    /// Opens a list, which is empty at first.
    mutating func openList(
        _ scope: ArticleScope, order: ArticleOrder, at anchor: PageAnchor, keeping kept: Set<ArticleID>
    ) {
        list.open(scope, order: order, keeping: kept)
        list.seeksUnread = settings.selectsUnreadOnOpen && anchor == .start && beginsAtUnread(scope)
    }

    /// True if `select-unread-on-open` applies to a list: the best results of a search are the first ones.
    private func beginsAtUnread(_ scope: ArticleScope) -> Bool {
        switch scope {
        case .all, .unread, .today, .starred, .feed, .folder: true
        case .search: sidebar.selected?.scope == scope
        case .filtered, .history, .guide: false
        }
    }

    /// Selects the first unread article of a list that has just opened. One that is not among the loaded rows is looked
    /// for only in a focused list: a list beside the feeds needs no further request.
    mutating func selectFirstUnread() -> [Effect] {
        guard list.seeksUnread, !list.isLoading, waiting.goal == .nothing, let listing else { return [] }
        let unread = list.rows.first { !$0.isRead }
        guard unread != nil || focus == .articles || !list.hasLaterRows else { return [] }
        list.seeksUnread = false
        guard !list.isHeld else { return [] }
        guard unread == nil, list.hasLaterRows else {
            if let unread, unread.id != list.selected?.id { _ = list.select(unread.id) }
            return []
        }
        list.isSelectionAwaited = true
        let search = UnreadSearch(direction: .forward, opens: false, staysInList: true)
        return find(search, in: listing, from: list.rows.last?.id)
    }
}
