import FeedModel

// Puts saved searches and feeds into the person's own order.
extension State {
    /// Gives the selected saved search another query; its name stays.
    mutating func editSearch(_ query: String) -> [Effect] {
        let query = query.trimmedSpaces
        guard let search = selectedSearch, !query.isEmpty else {
            say("Select a saved search first")
            return []
        }
        sidebar.edit(SavedSearch(name: search.name, query: query), showsReadFeeds: settings.showsReadFeeds)
        return [.saveSearch(SavedSearch(name: search.name, query: query)), .loadOverview] + previewScope()
            + [.checkSearch(query)]
    }

    /// Moves the selected saved search or feed up (−1) or down (1), among the searches or within its folder.
    mutating func moveByHand(_ step: Int) -> [Effect] {
        guard focus == .feeds else { return sayNoFeed() }
        if let search = selectedSearch {
            let names = sidebar.moveSearch(search, by: step, showsReadFeeds: settings.showsReadFeeds)
            return names.isEmpty ? [] : [.orderSearches(names)]
        }
        guard let feed = sidebar.selectedFeed else { return sayNoFeed() }
        guard settings.feedOrder == .added else {
            say("Feeds are sorted by \(settings.feedOrder.rawValue): set feed-order added")
            return []
        }
        let ids = sidebar.moveFeed(feed, by: step, showsReadFeeds: settings.showsReadFeeds)
        return ids.isEmpty ? [] : [.orderFeeds(ids)]
    }

    /// Folds all folders, or unfolds them if all are folded.
    mutating func foldAll() -> [Effect] {
        guard sidebar.foldAll(showsReadFeeds: settings.showsReadFeeds) else {
            say("There are no folders")
            return []
        }
        memory.foldedFolders = sidebar.folded
        if columns.area(of: .feeds) == nil {
            say("\(sidebar.folded.isEmpty ? "Unfolded" : "Folded") all folders in the feeds")
        }
        return previewScope() + [.remember(memory)]
    }
}

extension Sidebar {
    /// Returns false if there are no folders.
    mutating func foldAll(showsReadFeeds: Bool) -> Bool {
        // The first one is the top level, which cannot be folded.
        let tree = FolderTree(overview.feeds, emptyFolders: overview.emptyFolders)
        let folders = Set(tree.folders.dropFirst().map(\.path))
        guard !folders.isEmpty else { return false }
        folded = folders.isSubset(of: folded) ? [] : folders
        rebuild(showsReadFeeds: showsReadFeeds)
        return true
    }

    mutating func edit(_ search: SavedSearch, showsReadFeeds: Bool) {
        guard let index = savedSearches.firstIndex(where: { $0.name == search.name }) else { return }
        savedSearches[index] = search
        rebuild(showsReadFeeds: showsReadFeeds)
        select(.search(search.query))
    }

    /// Returns the names in their new order; empty if the search is already the first or the last.
    mutating func moveSearch(_ search: SavedSearch, by step: Int, showsReadFeeds: Bool) -> [String] {
        guard let index = savedSearches.firstIndex(of: search), savedSearches.indices.contains(index + step) else {
            return []
        }
        savedSearches.swapAt(index, index + step)
        rebuild(showsReadFeeds: showsReadFeeds)
        return savedSearches.map(\.name)
    }

    /// Swaps a feed with its neighbour in the folder. Returns both in their new order; empty at the end of the folder.
    mutating func moveFeed(_ feed: FeedSummary, by step: Int, showsReadFeeds: Bool) -> [SubscriptionID] {
        let siblings = overview.feeds.indices.filter { overview.feeds[$0].folder == feed.folder }
        guard let index = siblings.firstIndex(where: { overview.feeds[$0].id == feed.id }),
            siblings.indices.contains(index + step)
        else { return [] }
        let (a, b) = (siblings[index], siblings[index + step])
        swapFeeds(a, b)
        rebuild(showsReadFeeds: showsReadFeeds)
        return [min(a, b), max(a, b)].map { overview.feeds[$0].id }
    }
}
