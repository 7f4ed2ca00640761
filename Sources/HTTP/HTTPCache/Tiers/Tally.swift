/// Counts of hits and misses since the file was made.
public struct Tally: Equatable, Sendable {
    /// Replies from the store, confirmed by the origin or not.
    public var hits = 0
    /// Replies from the network.
    public var misses = 0
    /// Bytes of bodies that were not fetched.
    public var savedBytes = 0

    mutating func add(_ other: Tally) {
        hits = Self.sum(hits, other.hits)
        misses = Self.sum(misses, other.misses)
        savedBytes = Self.sum(savedBytes, other.savedBytes)
    }

    /// Saturates, since the counts in the file may come from other processes.
    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
