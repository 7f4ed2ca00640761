import FeedModel

// Puts saved searches, feeds and folders into the person's own order.
extension State {
    /// Moves the selected saved search, feed or folder up (−1) or down (1): searches and feeds among their own kind,
    /// folders among all that is in the same folder.
    mutating func moveByHand(_ step: Int) -> [Effect] {
        guard focus == .feeds, let selected = sidebar.selected else { return sayNoFeed() }
        switch selected {
        case .search(let search):
            let names = sidebar.moveSearch(search, by: step, showsReadFeeds: settings.showsReadFeeds)
            return names.isEmpty ? [] : [.orderSearches(names)]
        case .feed, .folder:
            guard settings.feedOrder == .added else {
                say("Feeds are sorted by \(settings.feedOrder.rawValue): set feed-order added")
                return []
            }
            let ids = sidebar.move(selected, by: step, showsReadFeeds: settings.showsReadFeeds)
            return ids.isEmpty ? [] : [.orderFeeds(ids)]
        case .smart, .gap: return sayNoFeed()
        }
    }
}

extension Sidebar {
    /// Returns the names in their new order; empty if the search is already the first or the last.
    fileprivate mutating func moveSearch(_ search: SavedSearch, by step: Int, showsReadFeeds: Bool) -> [String] {
        guard let index = savedSearches.firstIndex(of: search), savedSearches.indices.contains(index + step) else {
            return []
        }
        savedSearches.swapAt(index, index + step)
        rebuild(showsReadFeeds: showsReadFeeds)
        return savedSearches.map(\.name)
    }

    /// Moves a feed or a folder past the next row of its folder. Returns the feeds that have changed places, in their
    /// new order; empty at an end.
    fileprivate mutating func move(_ row: Row, by step: Int, showsReadFeeds: Bool) -> [SubscriptionID] {
        // Swapping places with a row that is not listed would look like no move.
        let listed = Set(rows.compactMap(\.scope))
        let order =
            switch row {
            case .feed(let id):
                feeds(
                    afterMoving: id, by: step,
                    among: overview.feeds.indices.filter { listed.contains(.feed(overview.feeds[$0].id)) })
            case .folder(let path, _): feeds(afterMoving: path, by: step, among: listed)
            default: [Int]()
            }
        guard !order.isEmpty else { return [] }
        let ids = arrangeFeeds(order)
        rebuild(showsReadFeeds: showsReadFeeds)
        return ids
    }

    private func feeds(afterMoving path: [String], by step: Int, among listed: Set<ArticleScope>) -> [Int] {
        let tree = FolderTree(overview.feeds, emptyFolders: overview.emptyFolders)
        return tree.feeds(afterMoving: path, by: step) { entry in
            switch entry {
            case .feed(let index): listed.contains(.feed(overview.feeds[index].id))
            case .folder(let number): listed.contains(.folder(tree.folders[number].path))
            }
        }
    }

    /// Returns the indices of a feed and its neighbour in the folder, in their new order.
    private func feeds(afterMoving id: SubscriptionID, by step: Int, among listed: [Int]) -> [Int] {
        guard let feed = feed(id) else { return [] }
        let siblings = listed.filter { overview.feeds[$0].folder == feed.folder }
        guard let index = siblings.firstIndex(where: { overview.feeds[$0].id == id }),
            siblings.indices.contains(index + step)
        else { return [] }
        let (own, other) = (siblings[index], siblings[index + step])
        return step < 0 ? [own, other] : [other, own]
    }
}
