import FeedModel

/// Feeds and folders from top to bottom: what lies in a folder stands together, where its first feed stands, and folders
/// without feeds come last.
struct FolderTree {
    enum Entry {
        /// A feed, by where it stands in the overview.
        case feed(Int)
        /// A folder, by its number.
        case folder(Int)
    }

    struct Folder {
        let path: [String]
        /// Of all feeds in it and in the folders that it holds.
        fileprivate(set) var unreadCount = 0
        fileprivate var entries: [Entry] = []
    }

    /// By their numbers; the first one is the top level.
    private(set) var folders = [Folder(path: [])]
    private var numbers: [[String]: Int] = [:]

    /// The cost grows with the feeds and the depth they lie in: it is paid whenever a row of the sidebar comes, goes or moves.
    init(_ feeds: [FeedSummary], emptyFolders: [[String]] = []) {
        // Most feeds lie in the same folder as the one before.
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

    /// Calls `visit` with what is seen while those folders are folded.
    func walk(folded: Set<[String]> = [], _ visit: (Entry) -> Void) {
        // No recursion: how deep folders lie in each other is up to whoever wrote the list.
        var pending = Array(folders[0].entries.reversed())
        while let entry = pending.popLast() {
            visit(entry)
            if case .folder(let number) = entry, !folded.contains(folders[number].path) {
                pending += folders[number].entries.reversed()
            }
        }
    }

    /// The number of a folder, which is put at the end of the one that holds it if it is new.
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
