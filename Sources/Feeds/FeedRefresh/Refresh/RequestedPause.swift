import FoundationEssentials
import HTTPCache
import HTTPTypes

/// A pause that a server asks for: by its status, or by naming a time with any status (RFC 9110 §10.2.3).
struct RequestedPause: Equatable, Sendable {
    enum Cause: Equatable, Sendable {
        /// 429: the client sends too many requests, and not only for this address (RFC 6585 §4).
        case tooManyRequests
        /// 503, perhaps for this address only (RFC 9110 §15.6.4).
        case unavailable
        /// `Retry-After` with another status.
        case other
    }

    let cause: Cause
    /// The time before which the server forbids requests; nil if it names none.
    let end: Date?

    /// Nil if the response does not ask for a pause.
    init?(_ head: HTTPResponse, at now: Date) {
        if head.status.asksForPause {
            cause = head.status.code == 429 ? .tooManyRequests : .unavailable
        } else {
            guard head.headerFields.contains(.retryAfter) else { return nil }
            cause = .other
        }
        end = RetryAfter.date(in: head.headerFields, now: now)
    }

    /// True if the pause is the reason why the request was refused.
    var isRefusal: Bool { cause != .other }

    /// True if other addresses of the server should not be tried either. A 503 without a time may concern one address
    /// only; refreshes still request the other feeds of the host.
    var isForServer: Bool { cause != .unavailable || end != nil }
}

extension CachedReply {
    /// Returns the pause that the server asks for; nil if it asks for none.
    func requestedPause(at now: Date) -> RequestedPause? {
        RequestedPause(head, at: now)
    }
}
