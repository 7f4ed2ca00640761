import FeedModel

// The settings of one feed, which the library stores with it.
extension State {
    mutating func setOfFeed(_ argument: String?) -> [Effect] {
        let parts = (argument ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == Self.addressSetting { return changeAddress(parts[1].trimmedSpaces) }
        guard parts.count == 2, let name = FeedPreferences.Name(rawValue: parts[0]) else {
            let names = FeedPreferences.Name.allCases.map(\.rawValue).joined(separator: ", ")
            say("feed-set NAME VALUE, where NAME is one of \(names)", .error)
            return []
        }
        guard let feed = currentSubscription.flatMap(sidebar.feed) else { return noFeed() }
        var preferences = feed.preferences
        guard preferences.set(name, to: parts[1].trimmedSpaces) else {
            say("\(name.rawValue) is \(name.expectation), or \(FeedPreferences.unset)", .error)
            return []
        }
        say("\(feed.title): \(name.rawValue) is \(preferences.text(of: name))")
        return change(feed, to: preferences)
    }

    /// Reverses the order of the list. A feed keeps its order; other lists keep it until the end of the session.
    mutating func toggleOrder() -> [Effect] {
        var effects: [Effect] = []
        if focus == .feeds, let selected = sidebar.selected?.scope { effects = show(selected) }
        guard let scope = target.scope else { return [] }
        let order: ArticleOrder = target.order == .newestFirst ? .oldestFirst : .newestFirst
        say(order == .newestFirst ? "Newest first" : "Oldest first")
        guard case .feed(let id) = scope, let feed = sidebar.feed(id) else {
            settings.order = order
            return effects + show(scope, order: order)
        }
        var preferences = feed.preferences
        preferences.order = order == settings.order ? nil : order
        return effects + change(feed, to: preferences)
    }

    private mutating func change(_ feed: FeedSummary, to preferences: FeedPreferences) -> [Effect] {
        guard let index = sidebar.position(of: feed.id) else {
            return []
        }
        let wasHidden = feed.preferences.isHidden
        sidebar.overview.feeds[index].preferences = preferences
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        var effects: [Effect] = [.setPreferences(feed.id, preferences)]
        if let scope = target.scope {
            effects += show(scope, order: scope == .feed(feed.id) ? nil : target.order)
        }
        return effects + (wasHidden != preferences.isHidden ? reload() : [.loadOverview])
    }
}
