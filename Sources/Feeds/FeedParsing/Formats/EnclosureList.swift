internal import FeedModel

/// The files that come with an item, in order, none twice, and not without end.
struct EnclosureList {
    private(set) var values: [Enclosure] = []
    private var addresses: Set<String> = []
    private static let limit = 1_000

    mutating func append(_ enclosure: Enclosure) {
        guard values.count < Self.limit, addresses.insert(enclosure.url).inserted else { return }
        values.append(enclosure)
    }

    /// Gives the first file its true address, where a proxy had put its own.
    mutating func correctFirst(url: String) {
        if !values.isEmpty { values[0].url = url }
    }
}
