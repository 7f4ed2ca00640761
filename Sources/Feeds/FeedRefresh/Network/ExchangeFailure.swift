package import HTTPCache
import HTTPTransport

/// The failures of an exchange that callers treat differently.
package enum ExchangeFailure: Equatable, Sendable {
    /// Nothing is stored, and the person is offline.
    case offline
    case cancelled
    /// The connection failed, not the server.
    case disconnected
    /// The response is larger than a limit allows.
    case tooLarge
    case other

    package init(_ error: CacheError) {
        switch error {
        case _ where error.isOffline: self = .offline
        case .transport(let error) where error.cause == .cancelled: self = .cancelled
        case .transport(let error) where error.cause == .tooLarge: self = .tooLarge
        case .transport(let error) where error.cause.isConnectionFailure: self = .disconnected
        case .tooLarge: self = .tooLarge
        default: self = .other
        }
    }
}

extension CacheError {
    /// The reason in words without the address, which may hold a token, and without details of one transfer: a report
    /// counts equal reasons.
    package var reason: String {
        guard case .transport(let failure) = self, failure.cause.isConnectionFailure else {
            let parts = description.split(separator: ": ")
            return parts.filter { !$0.hasPrefix("http://") && !$0.hasPrefix("https://") }.joined(separator: ": ")
        }
        return switch failure.cause {
        case .brokenOff: "the connection ended early"
        case .stalled: "the server sent no more bytes"
        default: "the server cannot be reached"
        }
    }
}
