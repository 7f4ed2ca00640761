import FeedModel

// The settings of one feed, which the library stores with it.
extension State {
    mutating func setOfFeed(_ argument: String?) -> [Effect] {
        let parts = (argument ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == Self.addressSetting { return changeAddress(parts[1].trimmedSpaces) }
        guard parts.count == 2, let name = FeedPreferences.Name(rawValue: parts[0]) else {
            let known = [Self.addressSetting] + FeedPreferences.Name.allCases.map(\.rawValue)
            sayUnknownSetting(parts, of: Command.feedSet.rawValue, known)
            return []
        }
        guard let feed = feedToSet else { return sayNoFeed() }
        var preferences = feed.preferences
        guard preferences.set(name, to: parts[1].trimmedSpaces) else {
            say("\(name.rawValue) must be \(name.expectation), or \(FeedPreferences.unset)", .error)
            return []
        }
        say("\(feed.title): \(name.rawValue) is \(preferences.text(of: name))")
        return change(feed, to: preferences)
    }

    /// Reverses the order of the list.
    mutating func toggleOrder() -> [Effect] {
        let effects = showSelected()
        return effects + setOrder(target.order == .newestFirst ? .oldestFirst : .newestFirst)
    }

    mutating func sort(by word: String) -> [Effect] {
        guard let order = ArticleOrder(word: word) else {
            say(Invocation(.sort, word).problem ?? "", .error)
            return []
        }
        return showSelected() + setOrder(order)
    }

    private mutating func showSelected() -> [Effect] {
        guard focus == .feeds, let selected = sidebar.selected?.scope else { return [] }
        return show(selected)
    }

    /// Sorts the list. A feed's order is stored; other lists keep theirs until the end of the session.
    private mutating func setOrder(_ order: ArticleOrder) -> [Effect] {
        guard let scope = target.scope else { return [] }
        say(Self.orderWords[order] ?? "")
        // New words of the filter, and Esc, begin with the whole list.
        if case .filtered(let whole, _) = scope, previousList?.scope == whole { previousList?.order = order }
        guard case .feed(let id) = scope, let feed = sidebar.feed(id) else {
            settings.order = order
            return show(scope, order: order)
        }
        var preferences = feed.preferences
        preferences.order = order == settings.order ? nil : order
        return change(feed, to: preferences)
    }

    private static let orderWords: [ArticleOrder: String] = [
        .newestFirst: "Newest first", .oldestFirst: "Oldest first", .title: "Sorted by title",
        .feed: "Sorted by feed", .length: "Longest first", .unread: "Oldest unread first",
    ]

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
