/// The reason why an exchange failed. Its description is one readable line.
public struct TransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The causes that callers treat differently.
    public enum Cause: String, Sendable, CaseIterable {
        /// The transport is offline: it tried nothing.
        case offline
        /// The name does not resolve.
        case nameResolution
        /// No connection: refused, unreachable, or not within the connect timeout.
        case connection
        /// TLS: expired, wrong host, unknown authority, or a broken handshake.
        case untrusted
        /// No byte arrived within the stall timeout.
        case stalled
        /// Bytes arrived, but the response was incomplete after the total timeout.
        case tooSlow
        /// The connection ended before the response did.
        case brokenOff
        /// The bytes that arrived are not a valid response (RFC 9112): the server is at fault, not the connection.
        case malformed
        /// The response is larger than a limit allows; the message names the limit.
        case tooLarge
        /// This transport does not support the address, or a body was read by two tasks at once.
        case badRequest
        /// The task was cancelled, or the transport was dropped.
        case cancelled
    }

    /// The kind of failure.
    public var cause: Cause
    /// The message of the underlying library, with the address.
    public var message: String

    /// A failure with a message that may be shown.
    public init(_ cause: Cause, _ message: String) {
        self.cause = cause
        self.message = message
    }

    /// One readable line, the same as `message`.
    public var description: String { message }
}

extension TransportError.Cause {
    /// True if the connection is at fault, not the server or the address.
    package var isConnectionFailure: Bool {
        switch self {
        case .nameResolution, .connection, .stalled, .brokenOff: true
        case .malformed, .offline, .untrusted, .tooLarge, .tooSlow, .badRequest, .cancelled: false
        }
    }
}
