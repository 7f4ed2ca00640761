import FeedModel

import struct FoundationEssentials.Date

/// The column of feeds: smart feeds, saved searches, folders and feeds.
struct Sidebar: Equatable, Sendable {
    enum Row: Equatable, Sendable {
        case smart(ArticleScope, title: String)
        case search(SavedSearch)
        case gap
        case folder([String], isFolded: Bool)
        case feed(SubscriptionID)

        /// The articles of this row.
        var scope: ArticleScope? {
            switch self {
            case .smart(let scope, _): scope
            case .search(let search): .search(search.query)
            case .gap: nil
            case .folder(let path, _): .folder(path)
            case .feed(let id): .feed(id)
            }
        }
    }

    var overview = LibraryOverview()
    /// All details of the feeds that have been visible since the overview was loaded.
    private var subscriptions: [SubscriptionID: Subscription] = [:]
    /// Feeds that were requested, whether loaded or not.
    private var asked: Set<SubscriptionID> = []
    var savedSearches: [SavedSearch] = []
    /// The statistics of feeds, if the order needs them.
    private var statistics: [SubscriptionID: FeedStatistics] = [:]
    /// The time when these statistics were requested.
    var statisticsRequested: Date?
    /// The number of unread articles that each saved search finds, by query; searches not counted yet are absent.
    var searchCounts: [String: Int] = [:]
    var folded: Set<[String]> = []
    private(set) var rows: [Row] = []
    var cursor = 0
    var top = 0
    /// The index of each feed in the overview, which may have a thousand.
    private var positions: [SubscriptionID: Int] = [:]
    /// The number of unread articles in each folder and its subfolders.
    private var unreadInFolders: [[String]: Int] = [:]
    /// The articles of a row to select once it is listed: a feed just added, or a feed or a saved search that an undo
    /// has brought back.
    var awaited: ArticleScope?
    /// True once the library was read. Before that, an empty library shows no greeting.
    private(set) var isLoaded = false

    var selected: Row? {
        rows.indices.contains(cursor) ? rows[cursor] : nil
    }

    var selectedFeed: FeedSummary? {
        guard case .feed(let id) = selected else { return nil }
        return feed(id)
    }

    func feed(_ id: SubscriptionID) -> FeedSummary? {
        position(of: id).map { overview.feeds[$0] }
    }

    /// Returns all details of a feed, if it is visible.
    func subscription(_ id: SubscriptionID) -> Subscription? {
        subscriptions[id]
    }

    /// Returns the index of a feed in the overview.
    func position(of id: SubscriptionID) -> Int? {
        positions[id]
    }

    /// Shows a new overview; the same row stays selected.
    mutating func apply(_ overview: LibraryOverview, _ searches: [SavedSearch], _ settings: ReaderSettings) {
        self.overview = overview
        let feeds = settings.feedOrder.sorted(overview.feeds, by: statistics)
        self.overview.feeds = feeds
        positions = Dictionary(uniqueKeysWithValues: feeds.indices.lazy.map { (feeds[$0].id, $0) })
        subscriptions = [:]
        asked = []
        savedSearches = searches
        isLoaded = true
        rebuild(showsReadFeeds: settings.showsReadFeeds)
    }

    /// Sorts the feeds by statistics that have been loaded.
    mutating func sort(by statistics: [FeedStatistics], _ settings: ReaderSettings) {
        self.statistics = Dictionary(
            statistics.map { ($0.subscription.id, $0) }, uniquingKeysWith: { first, _ in first })
        apply(overview, savedSearches, settings)
    }

    /// Puts feeds, given by their indices, into this order within the rows that they have now. Returns their ids.
    mutating func arrangeFeeds(_ order: [Int]) -> [SubscriptionID] {
        let feeds = order.map { overview.feeds[$0] }
        for (index, feed) in zip(order.sorted(), feeds) {
            overview.feeds[index] = feed
            positions[feed.id] = index
        }
        return feeds.map(\.id)
    }

    /// Returns the feeds whose details must be requested, and marks them as requested. It runs after every event, nearly
    /// always for known feeds.
    mutating func markRequested(_ ids: [SubscriptionID]) -> [SubscriptionID] {
        let unknown = ids.filter { !asked.contains($0) && positions[$0] != nil }
        return unknown.isEmpty ? [] : unknown.filter { asked.insert($0).inserted }
    }

    mutating func apply(_ subscriptions: [Subscription]) {
        for subscription in subscriptions { self.subscriptions[subscription.id] = subscription }
    }

    /// Counts an article of a feed as unread (1) or read (−1).
    mutating func count(_ step: Int, unreadIn id: SubscriptionID, showsReadFeeds: Bool) {
        guard let index = positions[id] else { return }
        overview.feeds[index].unreadCount += step
        let folder = overview.feeds[index].folder
        for depth in folder.indices { unreadInFolders[Array(folder[...depth]), default: 0] += step }
        if !showsReadFeeds { rebuild(showsReadFeeds: false) }
    }

    /// Returns the number next to a row; nil if it shows none. The health of a feed also affects its row.
    func count(beside row: Row) -> Int? {
        switch row {
        case .smart(.all, _): overview.articleCount
        case .smart(.unread, _): overview.unreadCount
        case .smart(.starred, _): overview.starredCount
        case .smart(.today, _): overview.unreadTodayCount
        case .smart, .gap, .feed: nil
        case .search(let search): searchCounts[search.query] ?? 0
        case .folder(let path, _): unreadInFolders[path] ?? 0
        }
    }

    /// Returns the number of unread articles that a saved search finds; nil for other searches, and before they were
    /// counted.
    func unreadFound(by query: String) -> Int? {
        savedSearches.contains { $0.query == query } ? searchCounts[query] : nil
    }

    /// Rebuilds the rows after one has been added, removed or moved.
    mutating func rebuild(showsReadFeeds: Bool) {
        let row = selected
        var scope = row?.scope
        if let awaited, isListed(awaited) {
            let folder = folder(of: awaited)
            scope = awaited
            folded = folded.filter { !folder.starts(with: $0) }
            self.awaited = nil
        }
        let tree = FolderTree(overview.feeds, emptyFolders: overview.emptyFolders)
        unreadInFolders = Dictionary(uniqueKeysWithValues: tree.folders.lazy.map { ($0.path, $0.unreadCount) })
        rows = smartRows + rows(of: tree, showsReadFeeds: showsReadFeeds, keeping: scope)
        // No row can be selected below a gap at the end.
        if rows.last == .gap { rows.removeLast() }
        if let row, row.scope == scope, let index = rows.firstIndex(of: row) { cursor = index }
        select(scope)
    }

    /// Selects a scope, or the folded folder that hides it, or the row nearest to its old position.
    mutating func select(_ scope: ArticleScope?) {
        // Several saved searches may have the same words.
        if let scope, selected?.scope == scope { return }
        if let scope, let index = rows.firstIndex(where: { $0.scope == scope }) ?? folder(hiding: scope) {
            cursor = index
        } else {
            cursor = min(max(0, cursor), max(0, rows.count - 1))
            if rows.indices.contains(cursor), rows[cursor] == .gap { cursor -= 1 }
        }
    }

    private func folder(hiding scope: ArticleScope) -> Int? {
        let path = folder(of: scope)
        return rows.firstIndex { row in
            if case .folder(let folded, isFolded: true) = row { path.starts(with: folded) } else { false }
        }
    }

    /// True if the overview has the feed, or the saved search.
    private func isListed(_ scope: ArticleScope) -> Bool {
        switch scope {
        case .feed(let id): feed(id) != nil
        case .search(let query): savedSearches.contains { $0.query == query }
        default: false
        }
    }

    /// The folder that a scope is, or is in; the top level if it is neither a folder nor a feed.
    private func folder(of scope: ArticleScope?) -> [String] {
        switch scope {
        case .feed(let id): feed(id)?.folder ?? []
        case .folder(let path): path
        default: []
        }
    }

    /// Moves the selection by `count` selectable rows.
    mutating func move(by count: Int) {
        var target = min(max(0, cursor + count), max(0, rows.count - 1))
        if rows.indices.contains(target), rows[target] == .gap {
            target += count < 0 ? -1 : 1
        }
        cursor = target
    }

    mutating func fold(_ path: [String], _ isFolded: Bool, showsReadFeeds: Bool) {
        if isFolded {
            folded.insert(path)
        } else {
            folded.remove(path)
        }
        rebuild(showsReadFeeds: showsReadFeeds)
    }
}

// MARK: - The rows

extension Sidebar {
    private var smartRows: [Row] {
        guard !overview.feeds.isEmpty else {
            let hasArticles = overview.articleCount > 0
            return [.smart(.guide, title: "Welcome to lede")]
                + (hasArticles ? [.smart(.all, title: "All")] : [])
                + savedSearches.map(Row.search)
        }
        return [
            .smart(.all, title: "All"),
            .smart(.unread, title: "Unread"),
            .smart(.starred, title: "Starred"),
            .smart(.today, title: "Today"),
        ] + savedSearches.map(Row.search) + [.gap]
    }

    private func rows(of tree: FolderTree, showsReadFeeds: Bool, keeping: ArticleScope?) -> [Row] {
        var rows: [Row] = []
        tree.walk(folded: folded) { entry in
            switch entry {
            case .folder(let number):
                let path = tree.folders[number].path
                if showsReadFeeds || tree.folders[number].unreadCount > 0 || folder(of: keeping).starts(with: path) {
                    rows.append(.folder(path, isFolded: folded.contains(path)))
                }
            case .feed(let index):
                let id = overview.feeds[index].id
                if showsReadFeeds || overview.feeds[index].unreadCount > 0 || keeping == .feed(id) {
                    rows.append(.feed(id))
                }
            }
        }
        return rows
    }

    /// True if there is a folder with this path, folded or not.
    func hasFolder(_ path: [String]) -> Bool {
        unreadInFolders[path] != nil
    }

    /// True if the folder has no feeds.
    func isEmpty(_ path: [String]) -> Bool {
        !overview.feeds.contains { $0.folder.starts(with: path) }
    }
}
