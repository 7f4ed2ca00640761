import FeedModel

import struct FoundationEssentials.Date

/// Applies an event to the state and returns the effects to perform.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
    if case .tick(let now) = event, !state.pending.isOver(at: now) {
        return state.move(to: now)
    }
    let (reading, focus) = (state.reading, state.focus)
    var effects = state.apply(event)
    effects = state.positionsToStore(of: reading, leaving: focus, effects) + effects
    effects += state.overdueRows()
    effects += state.wantedRows()
    state.showFoundFeeds()
    state.keepSelectionInView()
    state.keepTextInView()
    return effects + state.wantedSubscriptions() + state.wantedPictures()
}

extension State {
    /// A row for each event: what it sets, or the function of its topic.
    fileprivate mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .input(let input): return receive(input)
        case .tick(let now): return move(to: now) + runPendingKeys()
        case .continued: return continueRunning()

        case .overview(let overview, let searches): return apply(overview, searches) + wantedFeedStatistics()
        case .subscriptions(let subscriptions): sidebar.apply(subscriptions)
        case .accounts(let accounts): return showAccounts(accounts)
        case .page(let request, let page): return apply(page, for: request)
        case .article(let open): return show(open)
        case .articleGone(let id): endReading(ofDeleted: id)
        case .rowsFailed(let listing): endWaiting(forRowsOf: listing)
        case .found(let count, let scope): if list.scope == scope { list.foundCount = count }
        case .unreadFound(let found, let request): return go(to: found, for: request)

        case .feedStatistics(let statistics): return apply(statistics)
        case .feedReport(let statistics): return showFeedReport(statistics)
        case .feedOrder(let statistics): sidebar.sort(by: statistics, settings)
        case .muteChoices(let choices, let made): return showMuteChoices(choices, made: made)
        case .mutePreview(let mute, let hidden, let count, let titles):
            return showMutePreview(mute, hidden: hidden, of: count, titles)

        case .picture(let request, let outcome): return apply(outcome, for: request)
        case .pictureStored(let address): return renewPicture(address, problem: nil)
        case .pictureFailed(let address, let problem): return renewPicture(address, problem: problem)
        case .picturesOutdated: return renewPictures()
        case .picturesUnavailable(let reason): hidePictures(because: reason)

        case .searchCounts(let counts): sidebar.searchCounts = counts
        case .libraryChanged, .feedChanged: return reload() + loadStatisticsOfPanel()
        case .feedDeleted(let id, let onServer): leaveDeletedFeed(id, onServer: onServer)
        case .articlesDeleted(let deletion): return removeDeletedArticles(deletion)
        case .feedRestored(let id): return showRestored(.feed(id))
        case .searchRestored(let query): return showRestored(.search(query))
        case .articlesRestored(let ids): return showRestoredArticles(ids)
        case .marksWritten: return [.loadOverview]
        case .articlesEdited(let ids): return reloadText(ofOneIn: ids)
        case .feedFailed(let id, let text, let isBackground):
            return reportFailure(of: id, text, isBackground: isBackground)
        case .arrivals(let notice): return [.notify(notice)]
        case .fetching(let targets): network.show(targets, at: clock.now)
        case .refreshProgress(let progress): network.show(progress)
        case .refreshFinished(let summary): return endRefresh(summary)
        case .connectivity(let connectivity): network.connectivity = connectivity
        case .queued(let count): return showQueued(count)
        case .discovered(let address, let feeds, let userAgent):
            return offerFoundFeeds(feeds, at: address, userAgent: userAgent)
        case .moveOffers(let offers): moveOffers = offers
        case .arrived(let message, let hasFiles): return endArrival(message, hasFiles: hasFiles)
        case .imported(let message, let added): return endImport(message, added: added)
        case .subscribed(let id): return openSubscribed(id)
        case .fullTextStored(let id): return reading?.id == id ? [.loadArticle(id, .best, blocks: nil)] : []
        case .packs(let packs): return showPacks(packs)
        case .packing(let words): return showPacking(words)
        case .packingEnded(let lines, let isProblem): return endPacking(lines, isProblem: isProblem)
        case .queue(let lines, let use, let requests): showQueue(lines, below: requests, for: use)
        case .played: return renewQueue()
        case .paths(let paths, let typed): offer(paths, for: typed)
        case .tags(let names): ownTags = names
        case .background(let isDark): return setBackground(isDark: isDark)
        case .themes(let themes): return setThemes(themes)
        case .configured(let appearance): return apply(appearance)
        case .rulesApplied(let highlights): settings.highlights = highlights
        case .message(let message): report(message)
        }
        return []
    }

    /// Moves the clock, drops expired messages, and reloads the lists and counts of today when a day begins. Apart from
    /// pending keys, nothing else depends on the time. A tick comes before every key, so the rest of `update` would take
    /// a fifth of the time from a key to its frame.
    fileprivate mutating func move(to now: Date) -> [Effect] {
        let midnight = clock.midnight
        clock = clock.moved(to: now)
        messages.age(to: now)
        return clock.midnight == midnight ? [] : reload()
    }

    /// Reloads the visible rows, around the selection.
    mutating func reload() -> [Effect] {
        waiting.needsReload = true
        return [.loadOverview] + overdueRows()
    }

    /// The article at which the list stays when its rows change; nil if the list stays at its top.
    var heldArticle: ArticleID? {
        list.isHeld || focus == .text ? list.selected?.id : nil
    }

    /// The article that stays selected when rows are reloaded; nil if the first row is selected. Keys go to the
    /// selected article of the focused list, so new articles above it must not select another one.
    private var selectionToKeep: ArticleID? {
        focus == .articles && !list.isSelectionAwaited ? list.selected?.id : heldArticle
    }

    /// Reloads the list if it is out of date; while a search is running, or a text from the history is read, the reload
    /// waits for its end.
    fileprivate mutating func overdueRows() -> [Effect] {
        guard waiting.needsReload, !isSearching, !readsFromHistory else { return [] }
        waiting.needsReload = false
        guard let listing else { return [] }
        let anchor = selectionToKeep.map(PageAnchor.around) ?? .start
        list.requestedPage = anchor
        return [.loadPage(PageRequest(listing, at: anchor, limit: rowsAround))]
    }

    private mutating func apply(_ overview: LibraryOverview, _ searches: [SavedSearch]) -> [Effect] {
        let isFirst = !sidebar.isLoaded
        let wasEmpty = sidebar.overview.feeds.isEmpty
        sidebar.apply(overview, searches, settings)
        // A feed that an undo brought back has unfolded its folder.
        memory.foldedFolders = sidebar.folded
        closePanelOfDeletedFeed()
        if isFirst {
            sidebar.select(overview.feeds.isEmpty ? .guide : overview.unreadCount > 0 ? .unread : .all)
            return previewScope()
        }
        return wasEmpty != overview.feeds.isEmpty && focus == .feeds ? previewScope() : []
    }

    private mutating func apply(_ page: ArticlePage, for request: PageRequest) -> [Effect] {
        if request == waiting.otherList {
            waiting.goal = .nothing
            guard !page.rows.isEmpty || !isUnfinished(request.listing.scope) else {
                // The search has cancelled the requests for the rows that stay on the screen.
                waiting.needsReload = true
                return []
            }
            openList(
                request.listing.scope, order: request.listing.order, at: request.anchor, keeping: request.listing.kept)
            list.requestedPage = request.anchor
        }
        guard request.listing.scope == list.scope, request.listing.order == list.order,
            request.listing.unreadOnly == hidesRead(in: request.listing.scope),
            request.listing.packedOnly == list.isPackedOnly
        else { return [] }
        let passed = list.insert(page, at: request.anchor)
        endAwaitedRange()
        followTags(in: page.rows)
        return markPassed(passed) + openNeighbour() + selectFirstUnread() + followSelection()
    }
}
