import FeedModel

/// Sorts outlines into the order of a list: each folder once, at its position, followed by its contents.
///
/// Outlines are added by position. An unknown folder gets the position of the first outline in it.
struct OutlineTree {
    /// A position among its neighbours. Two folders that share their first feed have the same position and are sorted
    /// by name.
    private struct SortKey: Comparable {
        let position: Int64
        let name: String

        static func < (one: SortKey, other: SortKey) -> Bool {
            (one.position, one.name) < (other.position, other.name)
        }
    }

    private struct KnownFolder {
        let position: Int64
        let attributes: [OPMLValue]
    }

    private var known: [[String]: KnownFolder] = [:]
    /// The sort keys from the outermost folder to each folder in the list.
    private var keysByFolder: [[String]: [SortKey]] = [[]: []]
    private var entries: [(keys: [SortKey], outline: OPMLOutline)] = []

    mutating func addKnownFolder(_ path: FolderPath, position: Int64, attributes: [OPMLValue]) {
        known[path.names] = KnownFolder(position: position, attributes: attributes)
    }

    mutating func add(_ outline: OPMLOutline, at position: Int64) {
        let keys = sortKeys(of: outline.folder, at: position)
        entries.append((keys + [SortKey(position: position, name: outline.title)], outline))
    }

    /// Adds a known folder if it is not in the list.
    mutating func open(_ path: [String]) {
        _ = sortKeys(of: path, at: known[path]?.position ?? 0)
    }

    /// A folder comes before its contents: its sort keys are a prefix of theirs.
    var outlines: [OPMLOutline] {
        entries.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }.map(\.outline)
    }

    private mutating func sortKeys(of path: [String], at position: Int64) -> [SortKey] {
        if let keys = keysByFolder[path] { return keys }
        var keys: [SortKey] = []
        for depth in path.indices {
            let folder = Array(path[...depth])
            if let opened = keysByFolder[folder] {
                keys = opened
                continue
            }
            keys.append(SortKey(position: known[folder]?.position ?? position, name: path[depth]))
            keysByFolder[folder] = keys
            let outline = OPMLOutline(
                title: path[depth], folder: Array(path[..<depth]), attributes: known[folder]?.attributes ?? [])
            entries.append((keys, outline))
        }
        return keys
    }
}
