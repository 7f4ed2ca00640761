/// Settings of a `CachingClient`.
public struct CacheSettings: Sendable {
    /// True if responses without explicit lifetime get one from their Last-Modified, unless a request says otherwise (RFC 9111 §4.2.2).
    public var heuristics = true
    /// The most a heuristic lifetime may be, in seconds (default one day).
    public var heuristicLimit = 86_400
    /// Redirects followed for one request (default 10).
    public var redirectLimit = 10
    /// Bodies above this many coded bytes stream past the tiers (default 16 MiB).
    public var storedBodyBytes = 16 << 20
    /// True if a stale response stands in when the origin can't be reached and nothing forbids it (RFC 9111 §4.2.4); off by default.
    /// `stale-if-error` (RFC 5861) is honoured either way.
    public var servesStaleWhenDisconnected = false
    /// This cache's name in `Cache-Status` (RFC 9211 §2).
    public var name = "HTTPCache"
    /// The time it is, in seconds since 1970; tests pass their own.
    public var now: @Sendable () -> Double = { SystemCalls.wallClock }

    /// The default settings.
    public init() {}
}
