/// How often the cache could answer, since its file was begun.
public struct Tally: Equatable, Sendable {
    /// Answers from the store, confirmed by the origin or not.
    public var hits = 0
    public var misses = 0
    /// Bytes of bodies that did not go over the network.
    public var savedBytes = 0

    mutating func add(_ other: Tally) {
        hits += other.hits
        misses += other.misses
        savedBytes += other.savedBytes
    }
}
