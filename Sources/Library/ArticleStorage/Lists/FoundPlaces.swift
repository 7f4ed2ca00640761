import GRDB

/// The places of the articles that match a search in one state of the full-text index, in rising order.
///
/// The index returns them in this order from any start, but for a word that is being typed it first collects all words
/// with that prefix, on every query.
struct FoundPlaces {
    /// The expression for the index, in the syntax of FTS5.
    let match: String
    /// The index's version, see `searchVersion`.
    private let version: Int64
    /// All places in rising order; nil if they are not known.
    private(set) var all: [Int64]?
    /// True if there are more than `limit`.
    private(set) var areMany = false

    /// Maximum number of places kept (1 MB). For a search with more matches, each part of its list queries the index.
    static let limit = 1 << 17

    init(_ match: String, version: Int64) {
        self.match = match
        self.version = version
    }

    /// True if both are the same search in the same state of the index.
    func isSame(as other: FoundPlaces) -> Bool {
        match == other.match && version == other.version
    }

    /// Reads all places, so that the index is not queried again, unless there are more than `limit`.
    mutating func readAll(in database: Database, limit: Int) throws {
        guard all == nil, !areMany else { return }
        let everything = RowOrder(span: .everything, ascending: true, limit: limit + 1)
        let places = try database.placesFound(match, everything)
        areMany = places.count > limit
        all = areMany ? nil : places
    }

    /// Returns the first places within a span.
    func first(_ order: RowOrder, in database: Database) throws -> [Int64] {
        guard let all else { return try database.placesFound(match, order) }
        let inSpan = all[all.firstIndex(from: order.span.from)..<all.firstIndex(from: order.span.to)]
        return order.ascending ? Array(inSpan.prefix(order.limit)) : inSpan.suffix(order.limit).reversed()
    }

    /// Returns the places among these that match.
    func places(among wanted: [Int64], in database: Database) throws -> Set<Int64> {
        guard let first = wanted.min(), let last = wanted.max() else { return [] }
        let span = Span(from: first, to: last + 1)
        return try places(among: Set(wanted), RowOrder(span: span, ascending: true, limit: .max), in: database)
    }

    private func places(among wanted: Set<Int64>, _ order: RowOrder, in database: Database) throws -> Set<Int64> {
        if let all { return wanted.filter(all.contains(sorted:)) }
        return try Set(database.placesFound(match, order, among: wanted))
    }

    /// Returns the rows whose places match, up to the limit.
    func first(_ order: RowOrder, among rows: [ListRow], in database: Database) throws -> [ListRow] {
        let places = rows.map(\.place.rawValue)
        guard let first = places.min(), let last = places.max() else { return [] }
        var found = order
        found.span = order.span.intersection(Span(from: first, to: last + 1))
        let isFound = try self.places(among: Set(places), found, in: database)
        return Array(
            rows.filter { isFound.contains($0.place.rawValue) }.sorted { order.precedes($0.place, $1.place) }
                .prefix(order.limit))
    }
}

extension [Int64] {
    /// Returns, for a list in rising order, the index of the first number that is not less than this one.
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
