package import FeedModel

package import struct FoundationEssentials.Date

/// The reason why a call to a server failed.
package enum SyncFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server has assigned new positions and ids: everything must be listed again.
    case reset
    case problem(FeedProblem, retryAfter: Date?)
    /// The connection failed, not the server.
    case line(FeedProblem)
    case cancelled

    package static func status(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .status, message: message), retryAfter: nil)
    }

    package static func credentials(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .credentials, message: message), retryAfter: nil)
    }

    /// The response does not follow the protocol: a hotspot's page, a truncated response, another server.
    package static func notUnderstood(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .notAFeed, message: message), retryAfter: nil)
    }

    package var description: String { message }

    /// One line of text for the user.
    package var message: String {
        switch self {
        case .reset: "the server keeps assigning new ids"
        case .problem(let problem, _), .line(let problem): problem.message
        case .cancelled: "cancelled"
        }
    }
}
