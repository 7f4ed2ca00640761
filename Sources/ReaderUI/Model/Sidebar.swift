public import FeedModel

import struct FoundationEssentials.Date

/// The column of feeds: smart feeds, saved searches, folders and feeds.
public struct Sidebar: Equatable, Sendable {
    public enum Row: Equatable, Sendable {
        case smart(ArticleScope, title: String, count: Int?)
        case search(SavedSearch)
        case gap
        case folder([String], unread: Int, isFolded: Bool)
        case feed(Subscription)

        /// The articles it stands for.
        public var scope: ArticleScope? {
            switch self {
            case .smart(let scope, _, _): scope
            case .search(let search): .search(search.query)
            case .gap: nil
            case .folder(let path, _, _): .folder(path)
            case .feed(let subscription): .feed(subscription.id)
            }
        }
    }

    public internal(set) var overview = LibraryOverview()
    public internal(set) var savedSearches: [SavedSearch] = []
    /// How many unread articles the saved searches find, as far as that was counted yet.
    var searchCounts: [String: Int] = [:]
    /// What a search finds is counted so far.
    public static let searchCountLimit = 999
    var folded: Set<[String]> = []
    public private(set) var rows: [Row] = []
    public internal(set) var cursor = 0
    var top = 0
    /// Where each feed stands in the overview, which has a thousand of them.
    private var positions: [SubscriptionID: Int] = [:]
    /// The feeds as they stand in the tree of folders, by where they stand in the overview.
    private(set) var placed: [Int] = []
    /// When any feed's server was last heard.
    private(set) var lastSuccess: Date?
    /// Whether the library was read at all: before that an empty one is not greeted.
    public private(set) var isLoaded = false

    public var selected: Row? {
        rows.indices.contains(cursor) ? rows[cursor] : nil
    }

    public var selectedSubscription: Subscription? {
        guard case .feed(let subscription) = selected else { return nil }
        return subscription
    }

    public func subscription(_ id: SubscriptionID) -> Subscription? {
        position(of: id).map { overview.subscriptions[$0] }
    }

    /// Where a feed stands in the overview.
    func position(of id: SubscriptionID) -> Int? {
        positions[id]
    }

    /// Takes in what the library holds; the selection stays on what it was on.
    mutating func take(_ overview: LibraryOverview, _ searches: [SavedSearch], _ settings: Settings) {
        self.overview = overview
        let subscriptions = settings.feedOrder.sorted(overview.subscriptions)
        self.overview.subscriptions = subscriptions
        positions = Dictionary(uniqueKeysWithValues: subscriptions.indices.map { (subscriptions[$0].id, $0) })
        placed = FolderTree.order(subscriptions)
        lastSuccess = subscriptions.lazy.compactMap { $0.health.lastSuccess }.max()
        savedSearches = searches
        isLoaded = true
        rebuild(showsReadFeeds: settings.showsReadFeeds)
    }

    /// Makes the rows anew after something that they show has changed.
    mutating func rebuild(showsReadFeeds: Bool) {
        let scope = selected?.scope
        rows = smartRows + treeRows(showsReadFeeds: showsReadFeeds, keeping: scope)
        select(scope)
    }

    /// Puts the selection on a scope, on the folded folder that hides it, or on the row nearest to where it was.
    mutating func select(_ scope: ArticleScope?) {
        if let scope, let index = rows.firstIndex(where: { $0.scope == scope }) ?? folder(hiding: scope) {
            cursor = index
        } else {
            cursor = min(max(0, cursor), max(0, rows.count - 1))
            if rows.indices.contains(cursor), rows[cursor] == .gap { cursor -= 1 }
        }
    }

    private func folder(hiding scope: ArticleScope) -> Int? {
        let path: [String]
        switch scope {
        case .feed(let id): path = subscription(id)?.folder ?? []
        case .folder(let folder): path = folder
        default: return nil
        }
        return rows.firstIndex { row in
            if case .folder(let folded, _, isFolded: true) = row { path.starts(with: folded) } else { false }
        }
    }

    /// Moves by so many rows that can be selected.
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
        guard !overview.subscriptions.isEmpty else {
            let hasArticles = overview.articleCount > 0
            return [.smart(.guide, title: "Welcome to lede", count: nil)]
                + (hasArticles ? [.smart(.all, title: "All", count: overview.articleCount)] : [])
                + savedSearches.map(Row.search)
        }
        return [
            .smart(.all, title: "All", count: overview.articleCount),
            .smart(.unread, title: "Unread", count: overview.unreadCount),
            .smart(.starred, title: "Starred", count: overview.starredCount),
            .smart(.today, title: "Today", count: overview.unreadTodayCount),
        ] + savedSearches.map(Row.search) + [.gap]
    }

    private func treeRows(showsReadFeeds: Bool, keeping: ArticleScope?) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(placed.count)
        var shown: [String] = []
        var isHidden = false
        /// The rows of the folders gone into, and what is unread in them so far.
        var open: [(row: Int, unread: Int)] = []
        func leave(_ count: Int) {
            for (row, unread) in open[count...] {
                if case .folder(let path, _, let isFolded) = rows[row] {
                    rows[row] = .folder(path, unread: unread, isFolded: isFolded)
                }
            }
            open.removeSubrange(count...)
        }

        for position in placed {
            let folder = overview.subscriptions[position].folder
            if folder != shown {
                let common = zip(shown, folder).prefix { $0 == $1 }.count
                leave(min(common, open.count))
                // Of folders within a folded one there are no rows.
                isHidden = (0..<common).contains { folded.contains(Array(folder[...$0])) }
                for depth in common..<folder.count where !isHidden {
                    let path = Array(folder[...depth])
                    isHidden = folded.contains(path)
                    open.append((row: rows.count, unread: 0))
                    rows.append(.folder(path, unread: 0, isFolded: isHidden))
                }
                shown = folder
            }
            let unread = overview.subscriptions[position].unreadCount
            for index in open.indices { open[index].unread += unread }
            let isWanted =
                showsReadFeeds || unread > 0 || keeping == .feed(overview.subscriptions[position].id)
            if !isHidden, isWanted {
                rows.append(.feed(overview.subscriptions[position]))
            }
        }
        leave(0)
        for path in overview.emptyFolders { insert(path, into: &rows) }
        return rows
    }

    /// A folder without feeds stands at the end of the one that it lies in.
    private func insert(_ path: [String], into rows: inout [Row]) {
        let parent = Array(path.dropLast())
        guard !rows.contains(where: { $0.scope == .folder(path) }), !folded.contains(parent) else { return }
        if !parent.isEmpty {
            insert(parent, into: &rows)
            guard rows.contains(where: { $0.scope == .folder(parent) }) else { return }
        }
        let end = rows.lastIndex { $0.folder.starts(with: parent) }
        rows.insert(.folder(path, unread: 0, isFolded: folded.contains(path)), at: end.map { $0 + 1 } ?? rows.count)
    }

    /// Whether no feed lies in a folder.
    func isEmpty(_ path: [String]) -> Bool {
        !overview.subscriptions.contains { $0.folder.starts(with: path) }
    }
}

extension Sidebar.Row {
    /// Of folders and feeds: the folder that they are, or lie in.
    fileprivate var folder: [String] {
        switch self {
        case .folder(let path, _, _): path
        case .feed(let subscription): subscription.folder
        case .smart, .search, .gap: []
        }
    }
}

/// The tree of folders that the feeds lie in.
enum FolderTree {
    private enum Entry {
        case feed(Int)
        case folder(Int)
    }

    /// The positions of the feeds in the person's order, with those of a folder beside each other where its first one stands.
    static func order(_ subscriptions: [Subscription]) -> [Int] {
        /// What each folder holds; the first one holds them all.
        var contents: [[Entry]] = [[]]
        var numbers: [[String]: Int] = [:]
        func number(of path: [String]) -> Int {
            var number = 0
            for depth in path.indices {
                let folder = Array(path[...depth])
                if numbers[folder] == nil {
                    contents[number].append(.folder(contents.count))
                    numbers[folder] = contents.count
                    contents.append([])
                }
                number = numbers[folder] ?? 0
            }
            return number
        }

        // Most feeds lie in the same folder as the one before.
        var (folder, current): ([String], Int) = ([], 0)
        for position in subscriptions.indices {
            if subscriptions[position].folder != folder {
                folder = subscriptions[position].folder
                current = number(of: folder)
            }
            contents[current].append(.feed(position))
        }

        var order: [Int] = []
        var waiting: [Entry] = [.folder(0)]
        while let entry = waiting.popLast() {
            switch entry {
            case .feed(let position): order.append(position)
            case .folder(let number): waiting += contents[number].reversed()
            }
        }
        return order
    }
}
