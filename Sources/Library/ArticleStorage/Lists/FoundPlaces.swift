import GRDB

/// What the words of a search find in one state of the full-text index: the places of the articles, in their order.
///
/// The index tells them in this order from wherever it is asked; but for a word that is being typed it first puts together all
/// that begins like it, each time that it is asked.
struct FoundPlaces {
    /// In the syntax of FTS5.
    let match: String
    /// Of the index, see `searchVersion`.
    private let version: Int64
    /// All there are, in rising order; nil where they are not known.
    private(set) var all: [Int64]?
    /// There are more than may be kept.
    private(set) var areMany = false

    /// Kept at most: 1 MB. Where a search finds more, the index is asked for each piece of its list.
    static let limit = 1 << 17

    init(_ match: String, version: Int64) {
        self.match = match
        self.version = version
    }

    /// Whether it is the same search in the same state of the index.
    func isSame(as other: FoundPlaces) -> Bool {
        match == other.match && version == other.version
    }

    /// From now on the index is not asked again, unless more is found than `limit`.
    mutating func readAll(in database: Database, limit: Int) throws {
        guard all == nil, !areMany else { return }
        let everything = RowOrder(span: .everything, ascending: true, limit: limit + 1)
        let places = try database.placesFound(match, everything)
        areMany = places.count > limit
        all = areMany ? nil : places
    }

    /// The first of them within a span.
    func first(_ order: RowOrder, in database: Database) throws -> [Int64] {
        guard let all else { return try database.placesFound(match, order) }
        let inSpan = all[all.firstIndex(from: order.span.from)..<all.firstIndex(from: order.span.to)]
        return order.ascending ? Array(inSpan.prefix(order.limit)) : inSpan.suffix(order.limit).reversed()
    }

    /// The first of these rows at whose places something is found.
    func first(_ order: RowOrder, among rows: [ListRow], in database: Database) throws -> [ListRow] {
        let places = rows.map(\.place.rawValue)
        guard let first = places.min(), let last = places.max() else { return [] }
        var found = order
        found.span = order.span.intersection(Span(from: first, to: last + 1))
        let wanted = Set(places)
        let isFound =
            if let all { wanted.filter(all.contains(sorted:)) } else {
                try Set(database.placesFound(match, found, among: wanted))
            }
        return Array(
            rows.filter { isFound.contains($0.place.rawValue) }.sorted { order.precedes($0.place, $1.place) }
                .prefix(order.limit))
    }
}

extension [Int64] {
    /// Of a list in rising order: where the first number stands that is not less than this one.
    fileprivate func firstIndex(from number: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    fileprivate func contains(sorted number: Int64) -> Bool {
        let index = firstIndex(from: number)
        return index < count && self[index] == number
    }
}
