/// A cache's member of the `Cache-Status` list: its handling of a request (RFC 9211).
struct CacheStatus: Equatable, Sendable {
    /// The reason why the request was forwarded to the origin (§2.2).
    enum Forward: String, Sendable {
        case method, uriMiss = "uri-miss", varyMiss = "vary-miss", request, stale, partial
    }

    var isHit = false
    var forward: Forward?
    var forwardStatus: Int?
    var isStored = false
    var isCollapsed = false
    /// Remaining freshness in seconds; negative if stale.
    var timeToLive: Int?
    var detail: String?

    /// - Parameter name: the name of this cache.
    func value(name: String) -> String {
        var value = Self.item(name)
        if isHit { value += "; hit" }
        if let forward { value += "; fwd=\(forward.rawValue)" }
        if let forwardStatus { value += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { value += "; ttl=\(timeToLive)" }
        if isStored { value += "; stored" }
        if isCollapsed { value += "; collapsed" }
        if let detail { value += "; detail=\(Self.item(detail))" }
        return value
    }

    /// A token if the text is one, otherwise a string (RFC 8941 §3.3): characters not allowed in either become `?`.
    private static func item(_ text: String) -> String {
        let isToken =
            text.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: "*") } ?? false
            && text.utf8.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || "!#$%&'*+-.^_`|~:/".utf8.contains($0)
            }
        guard !isToken else { return text }
        let plain = text.unicodeScalars.map { (0x20...0x7e).contains($0.value) ? Character($0) : "?" }
        return "\"" + plain.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20)
    }
}
