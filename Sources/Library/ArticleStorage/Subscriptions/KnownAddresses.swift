import Basics
import GRDB

/// The addresses of the library and of a list that is imported, by which a feed is found in any spelling.
struct KnownAddresses {
    /// The stored addresses, by their stored and their comparable forms.
    private var spellings: [String: String] = [:]

    /// - Parameter includesFormer: true to find a feed by an address that it had before a permanent redirect.
    init(of database: Database, includesFormer: Bool) throws {
        // Removed feeds come last: such a feed returns only if no other has its address.
        let feeds = try database.all(
            "SELECT feedURL, removedAt IS NOT NULL FROM subscription ORDER BY removedAt IS NOT NULL, position"
        ) { (address: $0[0] as String, isRemoved: $0[1] as Bool) }
        for feed in feeds {
            if !feed.isRemoved { spellings[feed.address] = feed.address }
            _ = spelling(of: feed.address)
        }
        guard includesFormer else { return }
        let former = try database.all(
            """
            SELECT address, feedURL FROM formerAddress JOIN subscription ON subscription.id = formerAddress.subscription
            """
        ) { (address: $0[0] as String, current: $0[1] as String) }
        for (address, current) in former {
            let comparable = ComparableAddress.of(address)
            if spellings[address] == nil { spellings[address] = current }
            if spellings[comparable] == nil { spellings[comparable] = current }
        }
    }

    /// Returns the address as the library spells it; a new one is kept in its first spelling.
    mutating func spelling(of address: String) -> String {
        let comparable = ComparableAddress.of(address)
        let spelling = spellings[address] ?? spellings[comparable] ?? address
        spellings[address] = spelling
        if spellings[comparable] == nil { spellings[comparable] = spelling }
        return spelling
    }
}
