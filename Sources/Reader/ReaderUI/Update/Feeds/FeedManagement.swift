import Basics
import FeedModel

// Adds, renames, moves and removes feeds; sorts lists.
extension State {
    /// - Parameter typed: an address, which `--user-agent TEXT` may follow, as for `lede add`.
    mutating func add(_ typed: String) -> [Effect] {
        let typed = typed.trimmedSpaces
        // The option may be the last word, without its text.
        let words = typed + " "
        let option = words.firstRange(of: " --user-agent ")
        let address = String(words[..<(option?.lowerBound ?? words.endIndex)]).trimmedSpaces
        guard !address.isEmpty else { return [] }
        // In newsboat's list of feeds, the names of tags follow an address.
        let first = address.prefix { $0 != " " }
        guard first.count == address.count || !WebAddress.isHTTP(String(first)) else {
            let advice = "\(keymap.name(of: .move)) moves the added feed to a folder"
            return refuse(Prompt(.add, text: typed), because: "An address has no spaces; \(advice)")
        }
        var preferences = FeedPreferences()
        if let option {
            let isValid = preferences.set(.userAgent, to: String(words[option.upperBound...]).trimmedSpaces)
            guard isValid, preferences.userAgent != nil else {
                return refuse(Prompt(.add, text: typed), because: Self.userAgentExpectation)
            }
        }
        if network.connectivity == .online { say("Looking for feeds at \(ShownAddress.ofTyped(address))") }
        addition.hasMovedOn = false
        return [.subscribe(address, userAgent: preferences.userAgent)]
    }

    private static let userAgentExpectation = "--user-agent takes \(FeedPreferences.Name.userAgent.expectation)"

    /// Lists the feeds that were found, from which the person chooses.
    mutating func offerFoundFeeds(_ feeds: [FoundFeed], at address: String, userAgent: String?) -> [Effect] {
        switch feeds.count {
        case 0:
            say("No feed found at \(ShownAddress.ofTyped(address))", .error)
            return []
        default:
            let lines = feeds.map { feed in
                Panel.Line(
                    label: feed.title, detail: shortened(address: feed.url),
                    choice: .subscribe(url: feed.url, userAgent: userAgent), name: feed.url)
            }
            addition.found.append(Panel(.discovery, title: "Feeds found", lines: lines))
            // The message about the search is out of date.
            if messages.shown?.kind == .note { messages.dismiss() }
            if panel != nil { say("Found \(lines.count.counting("feed")), listed once this panel is closed") }
            return []
        }
    }

    /// Lists found feeds, unless a panel or a line is open: the person reads or types there, and the next key must not
    /// act on another list.
    mutating func showFoundFeeds() {
        guard !addition.found.isEmpty, panel == nil, prompt == nil else { return }
        panel = addition.found.removeFirst()
    }

    /// The folder that is selected in the feeds.
    var selectedFolder: [String]? {
        guard focus == .feeds, case .folder(let path, _) = sidebar.selected else { return nil }
        return path
    }

    /// The saved search that is selected in the feeds.
    var selectedSearch: SavedSearch? {
        guard focus == .feeds, case .search(let search) = sidebar.selected else { return nil }
        return search
    }

    mutating func rename(_ name: String) -> [Effect] {
        if let search = selectedSearch {
            let name = name.trimmedSpaces
            return name.isEmpty || name == search.name ? [] : [.renameSearch(search.name, to: name), .loadOverview]
        }
        if let folder = selectedFolder {
            let name = name.trimmedSpaces
            guard !name.isEmpty, name != folder.last else { return [] }
            let renamed = Array(folder.dropLast()) + FolderNames.path(name)
            guard renamed.count >= folder.count, renamed != folder else { return [] }
            // The contents of two folders would mix, which cannot be undone.
            guard !sidebar.hasFolder(renamed) else {
                say("A folder “\(name)” already exists; \(keymap.name(of: .move)) moves feeds there", .warning)
                return []
            }
            // The old paths stay folded, too: a server may refuse the new name.
            sidebar.folded.formUnion(
                sidebar.folded.filter { $0.starts(with: folder) }.map { renamed + $0.dropFirst(folder.count) })
            return [.renameFolder(folder, to: renamed), .loadOverview]
        }
        guard let feed = currentSubscription.flatMap(sidebar.feed) else { return sayNoFeed() }
        let name = name.trimmedSpaces
        let effects = [Effect.rename(feed.id, name), .loadOverview]
        guard focus != .feeds, name != feed.title else { return effects }
        let words =
            name.isEmpty ? "“\(feed.title)” has the feed's own name again" : "Renamed “\(feed.title)” to “\(name)”"
        return effects + [.reportChange(feed.id, words)]
    }

    /// Moves the feed to a folder; nested folders are written `outer/inner`.
    mutating func moveToFolder(_ path: String) -> [Effect] {
        guard let feed = currentSubscription.flatMap(sidebar.feed) else { return sayNoFeed() }
        let folder = FolderNames.path(path, among: sidebar.overview.feeds.lazy.map(\.folder))
        let effects = [Effect.move(feed.id, folder: folder), .loadOverview]
        // The feeds may be hidden, which would show the change.
        guard focus != .feeds, folder != feed.folder else { return effects }
        let end = folder.isEmpty ? "out of its folder" : "to \(folder.joined(separator: "/"))"
        return effects + [.reportChange(feed.id, "Moved “\(feed.title)” \(end)")]
    }

    mutating func delete() -> [Effect] {
        guard focus == .feeds else { return deleteArticles() }
        if case .search(let search) = sidebar.selected {
            say("Removed the search “\(search.name)”; \(keymap.name(of: .undo)) undoes")
            return [.removeSearch(named: search.name), .loadOverview]
        }
        if case .folder(let path, _) = sidebar.selected {
            guard sidebar.isEmpty(path) else {
                say("Remove the feeds of this folder first")
                return []
            }
            say("Removed the folder \(path.joined(separator: "/")); \(keymap.name(of: .undo)) undoes")
            return [.removeFolder(path), .loadOverview]
        }
        guard let feed = sidebar.selectedFeed else {
            decline("Select the feed first")
            return []
        }
        return delete(feed)
    }

    func delete(_ feed: FeedSummary) -> [Effect] {
        [.unsubscribe(feed.id), .loadOverview]
    }

    /// Reports a deleted feed and leaves its list.
    mutating func leaveDeletedFeed(_ id: SubscriptionID, onServer: Bool) {
        let title = sidebar.feed(id)?.title ?? "the feed"
        removeFromReport(id)
        let undo = keyPrefix + keymap.name(of: .undo)
        say(onServer ? "Deleting \(title) on its server" : "Deleted \(title); \(undo) undoes")
        if list.scope?.unfiltered == .feed(id) {
            list.open(.all, order: settings.order)
            previousList = nil
            leaveReading()
            // The first article of the other list was never opened.
            if focus == .text { (focus, isZen) = (.articles, false) }
        }
    }

    /// Selects the feed or the saved search that an undo brought back.
    mutating func showRestored(_ scope: ArticleScope) -> [Effect] {
        if focus == .feeds { sidebar.awaited = scope }
        return reload() + loadStatisticsOfPanel()
    }

    /// Opens a feed that was just added, unless the person has gone on: a slow server must not take away what the
    /// person reads or types meanwhile.
    mutating func openSubscribed(_ id: SubscriptionID) -> [Effect] {
        let effects = reload()
        guard !addition.hasMovedOn else { return effects }
        sidebar.awaited = .feed(id)
        return effects + openScope(.feed(id), fetches: false)
    }

    mutating func toggleReadFeeds() -> [Effect] {
        settings.showsReadFeeds.toggle()
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        say(settings.showsReadFeeds ? "Showing all feeds" : "Showing feeds with unread articles only")
        return []
    }

    mutating func sayNoFeed() -> [Effect] {
        decline(sidebar.overview.feeds.isEmpty ? noFeeds : "Select a feed first")
        return []
    }

    mutating func sayNoFeeds() -> [Effect] {
        say(noFeeds)
        return []
    }

    private var noFeeds: String { "No feeds yet: \(keymap.name(of: .add)) adds one" }
}
