import FeedModel

/// Sorts outlines into the order of a list: each folder once, at its position, followed by its contents.
///
/// Outlines are added by position. An unknown folder gets the position of the first outline in it.
struct OutlineTree {
    /// A position among its neighbours. Two folders that share their first feed have the same one and are sorted by
    /// name.
    private struct Step: Comparable {
        let position: Int64
        let name: String

        static func < (one: Step, other: Step) -> Bool {
            (one.position, one.name) < (other.position, other.name)
        }
    }

    private struct KnownFolder {
        let position: Int64
        let attributes: [OPMLValue]
    }

    private var known: [[String]: KnownFolder] = [:]
    /// The steps from the outermost folder to each folder in the list.
    private var ways: [[String]: [Step]] = [[]: []]
    private var entries: [(way: [Step], outline: OPMLOutline)] = []

    mutating func know(_ path: FolderPath, position: Int64, attributes: [OPMLValue]) {
        known[path.names] = KnownFolder(position: position, attributes: attributes)
    }

    mutating func add(_ outline: OPMLOutline, at position: Int64) {
        let way = way(to: outline.folder, at: position)
        entries.append((way + [Step(position: position, name: outline.title)], outline))
    }

    /// Adds a known folder if it is not in the list.
    mutating func open(_ path: [String]) {
        _ = way(to: path, at: known[path]?.position ?? 0)
    }

    /// A folder comes before its contents: its steps are a prefix of theirs.
    var outlines: [OPMLOutline] {
        entries.sorted { $0.way.lexicographicallyPrecedes($1.way) }.map(\.outline)
    }

    private mutating func way(to path: [String], at position: Int64) -> [Step] {
        if let way = ways[path] { return way }
        var way: [Step] = []
        for depth in path.indices {
            let folder = Array(path[...depth])
            if let opened = ways[folder] {
                way = opened
                continue
            }
            way.append(Step(position: known[folder]?.position ?? position, name: path[depth]))
            ways[folder] = way
            let outline = OPMLOutline(
                title: path[depth], folder: Array(path[..<depth]), attributes: known[folder]?.attributes ?? [])
            entries.append((way, outline))
        }
        return way
    }
}
