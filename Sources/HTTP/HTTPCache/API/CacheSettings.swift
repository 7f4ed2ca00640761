/// Settings of a `CachingClient`.
public struct CacheSettings: Sendable {
    /// True if a response without an explicit lifetime gets one from Last-Modified (RFC 9111 §4.2.2); a request may
    /// decide otherwise.
    public var heuristics = true
    /// Maximum heuristic lifetime, in seconds (default one day).
    public var heuristicLimit = 86_400
    /// Redirects followed for one request (default 10).
    public var redirectLimit = 10
    /// Bodies above this many coded bytes are streamed and not stored, and parts are combined up to this size (default
    /// 16 MiB).
    public var storedBodyBytes = 16 << 20
    /// True if a stale response replaces a failed one when the origin is unreachable and nothing forbids it (RFC 9111
    /// §4.2.4); default false. `stale-if-error` (RFC 5861) applies in any case. Both need `useProtocolCachePolicy`.
    public var servesStaleWhenDisconnected = false
    /// True if a stored reply is delivered once its entry is in the file; default true. If false, it is delivered at
    /// once, and its entry is written within 50 ms together with others. A process killed before that has to fetch the
    /// response again.
    public var awaitsCommit = true
    /// This cache's name in `Cache-Status` (RFC 9211 §2).
    public var name = "HTTPCache"
    /// The current time, in seconds since 1970; tests supply their own.
    public var now: @Sendable () -> Double = { SystemCalls.wallClock }

    /// The default settings.
    public init() {}
}
