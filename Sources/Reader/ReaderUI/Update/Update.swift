import Basics
import FeedModel
import Screen

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
    fileprivate mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .input(.resized(let size)):
            self.size = size
            wrapMessages()
            return followSelection() + fitBigPicture()
        case .input(let input) where !ColumnLayout.fits(size):
            return receiveOnSmallScreen(input)
        case .input(.key(let key)):
            messages.dismiss()
            hasMovedOn = true
            // While commands wait for rows, only the keys that leave them or cancel the wait are handled.
            if prompt == nil { continuation = Continuation() }
            return press(key)
        case .input(.mouse(let mouse)):
            guard settings.usesMouse else { return [] }
            hasMovedOn = true
            return point(mouse)
        case .input(.paste(let text)):
            messages.dismiss()
            return paste(text)
        case .tick(let now):
            return move(to: now) + runPendingKeys()
        case .continued:
            return continueRunning()
        case .overview(let overview, let searches):
            return apply(overview, searches) + wantedFeedStatistics()
        case .subscriptions(let subscriptions):
            sidebar.apply(subscriptions)
            return []
        case .page(let request, let page):
            return apply(page, for: request)
        case .article(let open):
            return show(open)
        case .articleGone(let id):
            guard reading?.id == id || text.awaited == id else { return [] }
            say("This article was deleted", .warning)
            if let awaited = text.awaited { text = .loading(awaited, before: nil) }
            return []
        case .rowsFailed(let listing):
            waiting.fail(listing)
            if list.scope == listing.scope { list.endAtLoadedRows() }
            return []
        case .found(let count, let scope):
            if list.scope == scope { list.foundCount = count }
            return []
        case .unreadFound(let found, let request):
            return go(to: found, for: request)
        case .libraryChanged, .feedChanged:
            return reload() + loadStatisticsOfPanel()
        case .feedDeleted(let id, let onServer):
            leaveDeletedFeed(id, onServer: onServer)
            return []
        case .articlesDeleted(let deletion):
            return removeDeletedArticles(deletion)
        case .feedRestored(let id):
            if focus == .feeds { sidebar.awaited = id }
            return reload() + loadStatisticsOfPanel()
        case .articlesRestored(let ids):
            if focus == .articles { list.awaited = Set(ids) }
            return reload() + loadStatisticsOfPanel()
        case .marksWritten:
            return [.loadOverview]
        case .articlesEdited(let ids):
            // The reading position stays.
            guard let reading, ids.contains(reading.id), !reading.open.showsChanges else { return [] }
            return [.loadArticle(reading.id, reading.open.isFullText ? .best : .feed, blocks: nil)]
        case .arrivals(let notice):
            return [.notify(notice)]
        case .feedFailed(let id, let text, let isBackground):
            return reportFailure(of: id, text, isBackground: isBackground)
        case .feedStatistics(let statistics):
            return apply(statistics)
        case .feedOrder(let statistics):
            sidebar.sort(by: statistics, settings)
            return []
        case .feedReport(let statistics):
            return showFeedReport(statistics)
        case .muteChoices(let choices, let made):
            return showMuteChoices(choices, made: made)
        case .mutePreview(let mute, let hidden, let count, let titles):
            return showMutePreview(mute, hidden: hidden, of: count, titles)
        case .picture(let request, let outcome):
            return apply(outcome, for: request)
        case .pictureStored(let address):
            return renewPicture(address, problem: nil)
        case .pictureFailed(let address, let problem):
            return renewPicture(address, problem: problem)
        case .picturesOutdated:
            return renewPictures()
        case .picturesUnavailable(let reason):
            pictureCell = nil
            say("No pictures are shown: \(reason)", .warning)
            return []
        case .fetching(let targets):
            fetching = targets
            return []
        case .refreshProgress(let progress):
            // The refresh that the person requested stays on the status line while a background one runs.
            if progress.isBackground, refresh?.isBackground == false { return [] }
            // The summary reports the result of the last step.
            refresh = progress.done < progress.total ? progress : nil
            return []
        case .refreshFinished(let summary):
            if refresh?.isBackground == summary.isBackground { refresh = nil }
            if isShown(summary) { messages.add(summary, at: clock.now) }
            return reload()
        case .connectivity(let connectivity):
            self.connectivity = connectivity
            return []
        case .queued(let count):
            queued = count
            return renewQueue()
        case .discovered(let address, let feeds, let userAgent):
            return offerFoundFeeds(feeds, at: address, userAgent: userAgent)
        case .moveOffers(let offers):
            moveOffers = offers
            return []
        case .arrived(let message, let hasFiles):
            return endArrival(message, hasFiles: hasFiles)
        case .imported(let message, let added):
            return endImport(message, added: added)
        case .subscribed(let id):
            let effects = reload()
            // A slow server must not take away what the person reads or types meanwhile.
            guard !hasMovedOn else { return effects }
            sidebar.awaited = id
            return effects + openScope(.feed(id), fetches: false)
        case .fullTextStored(let id):
            return reading?.id == id ? [.loadArticle(id, .best, blocks: nil)] : []
        case .packs(let packs):
            let changed = self.packs != packs
            if let id = reading?.id, self.packs[id] != packs[id] { searchMissingPictures() }
            self.packs = packs
            return changed && list.asksForPacked ? reload() : []
        case .packing(let words):
            packing = words
            return renewQueue()
        case .packingEnded(let lines, let isProblem):
            packing = nil
            return endPacking(lines, isProblem: isProblem) + renewQueue()
        case .queue(let lines, let use, let requests):
            showQueue(lines, below: requests, for: use)
            return []
        case .played: return renewQueue()
        case .paths(let paths, let typed):
            offer(paths, for: typed)
            return []
        case .tags(let names):
            ownTags = names
            return []
        case .background(let isDark):
            memory.isDark = isDark
            return fitThemeToBackground()
        case .themes(let themes):
            self.themes = themes
            return fitThemeToBackground()
        case .configured(let appearance):
            return apply(appearance)
        case .searchCounts(let counts):
            sidebar.searchCounts = counts
            return []
        case .rulesApplied(let highlights):
            settings.highlights = highlights
            return []
        case .accounts(let accounts):
            return showAccounts(accounts)
        case .message(let message):
            report(message)
            return []
        }
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
            list.open(request.listing.scope, order: request.listing.order, keeping: request.listing.kept)
            list.requestedPage = request.anchor
        }
        guard request.listing.scope == list.scope, request.listing.order == list.order,
            request.listing.unreadOnly == hidesRead(in: request.listing.scope),
            request.listing.packedOnly == list.isPackedOnly
        else { return [] }
        let passed = list.insert(page, at: request.anchor)
        endAwaitedRange()
        followTags(in: page.rows)
        return markPassed(passed) + openNeighbour() + followSelection()
    }

    /// In the background, only a result with new articles is shown. The failure of a single feed is already on the
    /// status line, with its reason.
    private func isShown(_ summary: RefreshSummary) -> Bool {
        guard !summary.isBackground else { return summary.newArticles > 0 }
        return summary.feeds != 1 || summary.failed != 1 || messages.shown?.kind != .error
    }

    /// Reports a failed feed. With many feeds, the status line only counts failures, and the message log and the feed's
    /// row give the reason. The same applies in the background, where an attempt may fail every few seconds.
    private mutating func reportFailure(of id: SubscriptionID, _ text: String, isBackground: Bool) -> [Effect] {
        let line = Message.error("\(sidebar.feed(id)?.title ?? "A feed"): \(text)")
        let isOneOfMany = refresh.map { $0.total > 1 && $0.isBackground == isBackground } ?? false
        if isBackground {
            messages.renew(line, at: clock.now)
        } else if isOneOfMany {
            messages.note(line, at: clock.now)
        } else {
            messages.add(line, at: clock.now)
        }
        return isOneOfMany ? [] : [.loadOverview]
    }
}

extension RefreshSummary {
    var sentence: String {
        let hasCounts = feeds + newArticles + failed > 0 || wasCancelled
        if let reason, !hasCounts { return reason }
        let edited = editedArticles > 0 ? ", \(Numbers.grouped(editedArticles)) edited" : ""
        var parts: [String] = wasCancelled ? ["Refresh cancelled"] : []
        if let reason { parts.append(reason) }
        parts.append(newArticles.counting("new article") + edited)
        let states = [(failed, "failed"), (waiting, "waiting"), (slow, "slow"), (paused, "paused")]
        for (count, state) in states where count > 0 {
            parts.append("\(Numbers.grouped(count)) \(state)")
        }
        parts.append(Numbers.bytes(bytes))
        return parts.joined(separator: " · ")
    }

    var kind: Message.Kind { failed > 0 || reason != nil ? .warning : .note }
}
