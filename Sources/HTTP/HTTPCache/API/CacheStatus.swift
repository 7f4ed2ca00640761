import Basics

/// A cache's member of the `Cache-Status` list, which says how the cache handled a request (RFC 9211).
struct CacheStatus: Equatable, Sendable {
    /// The reason why the request was forwarded to the origin (§2.2).
    enum Forward: String, Sendable {
        case method, uriMiss = "uri-miss", varyMiss = "vary-miss", request, stale, partial
    }

    /// The part that the origin had in the response.
    enum Outcome: Equatable, Sendable {
        /// The cache answered the request without its origin (§2.1).
        case hit
        /// The request was forwarded (§2.2), and the origin answered with this status (§2.3); nil if no response is
        /// used.
        case forwarded(Forward, status: Int?)
        /// The cache had no usable response and may not contact the origin (RFC 9111 §5.2.1.7).
        case refused
    }

    let outcome: Outcome
    /// True if the cache stored the origin's response (§2.5).
    var isStored = false
    /// True if the response belongs to another caller's request (§2.6).
    var isCollapsed = false
    /// Remaining freshness in seconds (§2.4); negative if stale, nil if the age is unknown.
    var timeToLive: Int?
    var detail: String?

    /// The status of the origin's response; nil if the origin was not contacted, or no response is used.
    var forwardStatus: Int? {
        if case .forwarded(_, let status) = outcome { status } else { nil }
    }

    /// - Parameter name: the name of this cache.
    func value(name: String) -> String {
        var value = Self.item(name)
        switch outcome {
        case .hit: value += "; hit"
        case .forwarded(let reason, _): value += "; fwd=\(reason.rawValue)"
        case .refused: break
        }
        if let forwardStatus { value += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { value += "; ttl=\(timeToLive)" }
        if isStored { value += "; stored" }
        if isCollapsed { value += "; collapsed" }
        if let detail { value += "; detail=\(Self.item(detail))" }
        return value
    }

    /// Returns a token if the text is one, otherwise a string (RFC 8941 §3.3): characters not allowed in either become
    /// `?`.
    private static func item(_ text: String) -> String {
        let isToken =
            text.utf8.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "*") } ?? false
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~:/".utf8.contains($0)
            }
        guard !isToken else { return text }
        let plain = text.unicodeScalars.map { (0x20...0x7e).contains($0.value) ? Character($0) : "?" }
        return "\"" + plain.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
