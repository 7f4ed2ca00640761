/// The tables of a document while it is read. The origin of a table decides which keys and headers may still extend it.
final class TOMLTree {
    enum Origin {
        /// Created by the header of a table inside it, as `a` by `[a.b]`: its own header may follow.
        case implicit
        case header
        /// Created by a dotted key, as `a` by `a.b = 1`.
        case dotted
    }

    private enum Entry {
        case value(TOMLValue)
        case table(TOMLTree)
        /// `[[key]]`.
        case tables(List)
    }

    private final class List {
        var trees: [TOMLTree]

        init(_ first: TOMLTree) {
            trees = [first]
        }

        var whole: [TOMLTree] { trees.filter { !$0.isBroken } }
    }

    /// True after a fault in one of its lines, or of a table inside it.
    private var isBroken = false
    /// The table of a list, `[[key]]`, that this table is in.
    private weak var owner: TOMLTree?
    private var isListed = false

    private let position: TOMLPosition
    private var origin: Origin
    private var keys: [String] = []
    private var entries: [String: (entry: Entry, position: TOMLPosition)] = [:]

    init(_ origin: Origin, at position: TOMLPosition) {
        self.origin = origin
        self.position = position
    }

    /// A part of a dotted key.
    struct Part {
        var name: String
        var position: TOMLPosition
    }

    /// Marks the table as faulty, so that it is left out if it is in a list.
    func markFaulty() {
        isBroken = true
        owner?.markFaulty()
    }

    // MARK: - Headers

    /// Opens the table of `[path]`.
    func open(_ path: [Part], at header: TOMLPosition) throws(TOMLSyntaxError) -> TOMLTree {
        guard let last = path.last else { return self }
        let parent = try enter(path.dropLast(), header)
        switch parent.entries[last.name]?.entry {
        case nil: return parent.add(last.name, .header, at: header)
        case .table(let tree) where tree.origin == .implicit:
            tree.origin = .header
            return tree
        default: throw Self.duplicate(last)
        }
    }

    /// Appends a new table of `[[path]]`.
    func append(_ path: [Part], at header: TOMLPosition) throws(TOMLSyntaxError) -> TOMLTree {
        guard let last = path.last else { return self }
        let parent = try enter(path.dropLast(), header)
        let tree = TOMLTree(.header, at: header)
        (tree.isListed, tree.owner) = (true, parent.isListed ? parent : parent.owner)
        switch parent.entries[last.name]?.entry {
        case nil: parent.insert(last.name, .tables(List(tree)), at: header)
        case .tables(let list): list.trees.append(tree)
        default: throw Self.duplicate(last)
        }
        return tree
    }

    private func enter(_ path: ArraySlice<Part>, _ header: TOMLPosition) throws(TOMLSyntaxError) -> TOMLTree {
        var tree = self
        for part in path {
            switch tree.entries[part.name]?.entry {
            case nil: tree = tree.add(part.name, .implicit, at: header)
            case .table(let inner): tree = inner
            case .tables(let list): tree = list.trees[list.trees.count - 1]
            case .value: throw Self.duplicate(part)
            }
        }
        return tree
    }

    // MARK: - Keys

    /// Sets `path = value`.
    func set(_ path: [Part], to value: TOMLValue) throws(TOMLSyntaxError) {
        guard let first = path.first, let last = path.last else { return }
        var tree = self
        for part in path.dropLast() {
            switch tree.entries[part.name]?.entry {
            case nil: tree = tree.add(part.name, .dotted, at: first.position)
            case .table(let inner) where inner.origin == .dotted: tree = inner
            default: throw Self.duplicate(part)
            }
        }
        guard tree.entries[last.name] == nil else { throw Self.duplicate(last) }
        tree.insert(last.name, .value(value), at: first.position)
    }

    private static func duplicate(_ part: Part) -> TOMLSyntaxError {
        TOMLSyntaxError(position: part.position, message: "\(TOMLSyntaxError.shown(part.name)) is defined twice")
    }

    private func add(_ name: String, _ origin: Origin, at position: TOMLPosition) -> TOMLTree {
        let tree = TOMLTree(origin, at: position)
        tree.owner = isListed ? self : owner
        insert(name, .table(tree), at: position)
        return tree
    }

    private func insert(_ name: String, _ entry: Entry, at position: TOMLPosition) {
        keys.append(name)
        entries[name] = (entry, position)
    }

    // MARK: - Result

    var table: TOMLTable {
        var table = TOMLTable(position: position)
        for key in keys {
            guard let (entry, position) = entries[key] else { continue }
            switch entry {
            case .value(let value): table.set(key, to: value, at: position)
            case .table(let tree): table.set(key, to: .table(tree.table), at: position)
            case .tables(let list):
                guard !list.whole.isEmpty else { continue }
                table.set(key, to: .array(list.whole.map { .table($0.table) }), at: position)
            }
        }
        return table
    }
}
