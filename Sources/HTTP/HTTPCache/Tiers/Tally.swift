/// Counts of hits and misses since the file was made.
public struct Tally: Equatable, Sendable {
    /// Answers from the store, confirmed by the origin or not.
    public var hits = 0
    /// Answers that came from the network.
    public var misses = 0
    /// Bytes of bodies that did not go over the network.
    public var savedBytes = 0

    mutating func add(_ other: Tally) {
        hits = Self.sum(hits, other.hits)
        misses = Self.sum(misses, other.misses)
        savedBytes = Self.sum(savedBytes, other.savedBytes)
    }

    /// Counts come from a file that others may have written.
    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
