import FeedModel

// Commands that start or stop network requests.
extension State {
    mutating func refreshCurrent(force: Bool) -> [Effect] {
        guard let id = currentSubscription else { return refreshEverything() }
        // Another process may have deleted the feed while its text is open.
        guard sidebar.feed(id) != nil || !sidebar.isLoaded else {
            say(Self.feedDeleted, .warning)
            return []
        }
        guard sidebar.subscription(id)?.feedURL != SavedFeed.address else {
            say("Saved pages have no feed to fetch")
            return []
        }
        // During a refresh, the engine reports when this one starts.
        if network.connectivity == .online, !network.hasRequestedRefresh {
            say("Fetching \(sidebar.feed(id)?.title ?? "the feed")")
        }
        return [.refreshFeed(id, force: force)]
    }

    mutating func refreshEverything() -> [Effect] {
        guard !sidebar.overview.feeds.isEmpty else { return sayNoFeeds() }
        return [.refreshAll]
    }

    /// - Parameter choice: nil switches from offline to online, or back.
    mutating func setOffline(_ choice: OfflineChoice?) -> [Effect] {
        let wasOffline = network.connectivity == .offline
        let goesOffline = choice.map { $0 == .on } ?? !wasOffline
        if goesOffline != wasOffline { network.connectivity = goesOffline ? .offline : .online }
        if goesOffline { network.refresh = nil }
        let online = wasOffline ? "Online again" : "Online"
        say(goesOffline ? "Offline: nothing is fetched; \(keymap.name(of: .offline)) goes online" : online)
        return [.setOffline(goesOffline)]
    }

    mutating func toggleFullText() -> [Effect] {
        guard let id = currentArticle else { return sayNoArticle() }
        if let reading, reading.id == id, reading.open.isFullText {
            return [.loadArticle(id, .feed, blocks: nil)]
        }
        if network.connectivity == .online { say(Self.fetchingPage) }
        return recordOpening(of: id) + [.loadFullText(id)]
    }

    /// The message until the full text is shown.
    static let fetchingPage = "Fetching the page"

    /// Shows the changes since the article arrived, or the text again.
    mutating func toggleChanges() -> [Effect] {
        guard let open = openedArticle() else { return [] }
        let id = open.article.id
        return open.showsChanges ? [.loadArticle(id, .best, blocks: nil)] : [.loadChanges(id)]
    }

    /// Cancels the most recent activity that can be cancelled (Esc).
    mutating func cancel() -> [Effect] {
        if isSelectionAwaited(in: focus) {
            return cancelWaiting()
        } else if reading?.find != nil, focus == .text {
            reading?.find = nil
        } else if list.filter != nil {
            return narrow(to: "")
        } else if focus == .articles, !list.picked.isEmpty {
            list.picks.removeAll()
        } else if focus == .articles, isTransient, previousList != nil, list.scope != sidebar.selected?.scope {
            return leaveSearchPrompt()
        } else if focus == .articles, isTransient {
            return back(quitting: false)
        } else if network.arrival != nil {
            return stopArrival()
        } else if network.hasRequestedRefresh || !network.fetching.isEmpty {
            say(network.hasRequestedRefresh ? "Cancelling the refresh" : "Fetching cancelled")
            return [.cancelRefresh]
        } else if isZen {
            isZen = false
            return followSelection()
        }
        return []
    }
    /// True for the results of a search and for the history: Esc leaves them.
    private var isTransient: Bool {
        switch list.scope {
        case .search, .history: true
        default: false
        }
    }
}
