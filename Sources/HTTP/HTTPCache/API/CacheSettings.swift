/// How a `CachingClient` goes about its work.
public struct CacheSettings: Sendable {
    /// Whether responses without explicit lifetime get one from their Last-Modified, where a request does not say (RFC 9111 §4.2.2).
    public var heuristics = true
    /// The most a heuristic lifetime may be, in seconds (default one day).
    public var heuristicLimit = 86_400
    /// Redirects followed for one request (default 10).
    public var redirectLimit = 10
    /// Bodies above this many coded bytes stream past the tiers (default 16 MiB).
    public var storedBodyBytes = 16 << 20
    /// Whether a stale response stands in where the origin can't be reached and nothing forbids it (RFC 9111 §4.2.4); off by default.
    /// `stale-if-error` (RFC 5861) is honoured either way.
    public var servesStaleWhenDisconnected = false
    /// How this cache is named in `Cache-Status` (RFC 9211 §2).
    public var name = "lede"
    /// The time it is, in seconds since 1970; tests pass their own.
    public var now: @Sendable () -> Double = { SystemCalls.wallClock }

    public init() {}
}
