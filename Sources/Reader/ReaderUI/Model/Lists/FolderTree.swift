import FeedModel

/// Feeds and folders from top to bottom. The rows of a folder are adjacent, at the position of its first feed; folders
/// without feeds come last.
struct FolderTree {
    enum Entry: Equatable {
        /// A feed, by its index in the overview.
        case feed(Int)
        /// A folder, by its number.
        case folder(Int)
    }

    struct Folder {
        let path: [String]
        /// Unread articles of all feeds in this folder and its subfolders.
        fileprivate(set) var unreadCount = 0
        fileprivate var entries: [Entry] = []
    }

    /// The folders by number; the first is the top level.
    private(set) var folders = [Folder(path: [])]
    private var numbers: [[String]: Int] = [:]

    /// The cost grows with the number of feeds and their depth. It is incurred whenever a row of the sidebar appears,
    /// disappears or moves.
    init(_ feeds: [FeedSummary], emptyFolders: [[String]] = []) {
        // Most feeds are in the same folder as the previous one.
        var (path, around): ([String], [Int]) = ([], [0])
        for index in feeds.indices {
            if feeds[index].folder != path {
                path = feeds[index].folder
                around = [0] + path.indices.map { number(of: Array(path[...$0])) }
            }
            for number in around { folders[number].unreadCount += feeds[index].unreadCount }
            folders[around[path.count]].entries.append(.feed(index))
        }
        for path in emptyFolders { _ = number(of: path) }
    }

    /// Calls `visit` with each visible entry; `folded` names the folded folders.
    func walk(folded: Set<[String]> = [], _ visit: (Entry) -> Void) {
        walk(folders[0].entries, folded: folded, visit)
    }

    private func walk(_ entries: [Entry], folded: Set<[String]> = [], _ visit: (Entry) -> Void) {
        // No recursion: the author of an imported list decides how deep folders are nested.
        var pending = Array(entries.reversed())
        while let entry = pending.popLast() {
            visit(entry)
            if case .folder(let number) = entry, !folded.contains(folders[number].path) {
                pending += folders[number].entries.reversed()
            }
        }
    }

    /// Returns the feeds in and around a folder that has changed places with its neighbour, as indices in the overview
    /// and in their new order. The list is empty if it has no neighbour, or if one of the two has no feeds to keep the
    /// order.
    ///
    /// - Parameter isListed: true for the feeds and folders that count as neighbours.
    func feeds(afterMoving path: [String], by step: Int, among isListed: (Entry) -> Bool) -> [Int] {
        guard let moved = numbers[path], let parent = path.count == 1 ? 0 : numbers[path.dropLast()] else { return [] }
        var entries = folders[parent].entries
        guard let index = entries.firstIndex(where: { $0 == .folder(moved) }) else { return [] }
        var neighbour = index + step
        while entries.indices.contains(neighbour), !isListed(entries[neighbour]) { neighbour += step }
        guard entries.indices.contains(neighbour), !feeds(in: [entries[index]]).isEmpty,
            !feeds(in: [entries[neighbour]]).isEmpty
        else { return [] }
        entries.swapAt(index, neighbour)
        return feeds(in: entries)
    }

    private func feeds(in entries: [Entry]) -> [Int] {
        var feeds: [Int] = []
        walk(entries) { if case .feed(let index) = $0 { feeds.append(index) } }
        return feeds
    }

    /// Returns the number of a folder; adds a new folder to its parent.
    private mutating func number(of path: [String]) -> Int {
        guard !path.isEmpty else { return 0 }
        if let number = numbers[path] { return number }
        var holder = 0
        for depth in path.indices {
            let outer = Array(path[...depth])
            if let number = numbers[outer] {
                holder = number
                continue
            }
            folders[holder].entries.append(.folder(folders.count))
            holder = folders.count
            numbers[outer] = holder
            folders.append(Folder(path: outer))
        }
        return holder
    }
}
