import Basics
import GRDB

/// The addresses of the library and of a list that is imported, by which a feed is found in any spelling.
struct KnownAddresses {
    /// The stored addresses, by their stored and their comparable forms.
    private var spellings: [String: String] = [:]

    init(of database: Database) throws {
        // Removed feeds come last: such a feed returns only if no other has its address.
        let feeds = try database.all(
            "SELECT feedURL, removedAt IS NOT NULL FROM subscription ORDER BY removedAt IS NOT NULL, position"
        ) { (address: $0[0] as String, isRemoved: $0[1] as Bool) }
        for feed in feeds {
            if !feed.isRemoved { spellings[feed.address] = feed.address }
            _ = spelling(of: feed.address)
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
