/// Settings of a `CachingClient`.
public struct CacheSettings: Sendable {
    /// True if Last-Modified gives responses without explicit lifetime one, unless a request decides otherwise (RFC
    /// 9111 §4.2.2).
    public var heuristics = true
    /// Longest heuristic lifetime, in seconds (default one day).
    public var heuristicLimit = 86_400
    /// Redirects followed for one request (default 10).
    public var redirectLimit = 10
    /// Bodies above this many coded bytes are streamed and not stored (default 16 MiB).
    public var storedBodyBytes = 16 << 20
    /// True if a stale response replaces a failed one when the origin is unreachable and nothing forbids it (RFC 9111
    /// §4.2.4); default false. `stale-if-error` (RFC 5861) always applies.
    public var servesStaleWhenDisconnected = false
    /// True if a reply that is stored is given once its entry is in the file; default true. If false, it is given at
    /// once and its entry is written within 50 ms, together with others: for a caller that loses no more than another
    /// transfer if the process is killed before.
    public var awaitsCommit = true
    /// This cache's name in `Cache-Status` (RFC 9211 §2).
    public var name = "HTTPCache"
    /// The current time, in seconds since 1970; tests supply their own.
    public var now: @Sendable () -> Double = { SystemCalls.wallClock }

    /// The default settings.
    public init() {}
}
