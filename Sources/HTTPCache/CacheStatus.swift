/// How a cache handled a request: its member of the `Cache-Status` list (RFC 9211).
struct CacheStatus: Equatable, Sendable {
    /// Why the request went on to the origin (§2.2).
    enum Forward: String, Sendable {
        case bypass, method, uriMiss = "uri-miss", varyMiss = "vary-miss", request, stale, partial
    }

    var isHit = false
    var forward: Forward?
    var forwardStatus: Int?
    var isStored = false
    var isCollapsed = false
    /// Remaining freshness in seconds; below zero for stale.
    var timeToLive: Int?
    var detail: String?

    /// - Parameter name: of this cache.
    func value(name: String) -> String {
        var value = name
        if isHit { value += "; hit" }
        if let forward { value += "; fwd=\(forward.rawValue)" }
        if let forwardStatus { value += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { value += "; ttl=\(timeToLive)" }
        if isStored { value += "; stored" }
        if isCollapsed { value += "; collapsed" }
        if let detail { value += "; detail=\(detail)" }
        return value
    }
}
