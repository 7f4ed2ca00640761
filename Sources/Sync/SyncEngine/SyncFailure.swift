package import FeedModel

package import struct FoundationEssentials.Date

/// The reason why a call to a server failed.
package enum SyncFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server has assigned new positions and ids: everything must be listed again.
    case reset
    case problem(FeedProblem, retryAfter: Date?)
    /// The connection failed, not the server. `wasSent`: the request may have reached the server.
    case connection(FeedProblem, wasSent: Bool)
    /// The response is larger than the limit, or was incomplete when the time was over. A shorter page may arrive.
    case tooLong(FeedProblem)
    case cancelled

    package static func status(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .status, message: message), retryAfter: nil)
    }

    /// - Parameter remark: the end of the sentence.
    package static func noFolder(_ name: String, _ remark: String = "") -> SyncFailure {
        .status("the server has no folder \(name)\(remark)")
    }

    /// Returns the failure of a request that the server answered with an error's status.
    package static func status(_ code: Int, _ message: String) -> SyncFailure {
        .problem(FeedProblem(status: code, message: message), retryAfter: nil)
    }

    package static func credentials(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .credentials, message: message), retryAfter: nil)
    }

    /// Returns the failure for a response that does not follow the protocol: a hotspot's page, a truncated response,
    /// another server.
    package static func notUnderstood(_ message: String) -> SyncFailure {
        .problem(FeedProblem(kind: .notAFeed, message: message), retryAfter: nil)
    }

    /// The server may or may not have made the change.
    package static let notConfirmed = notUnderstood("the server did not confirm the change")

    package var description: String { message }

    /// One line of text for the user.
    package var message: String {
        switch self {
        case .reset: "the server keeps assigning new ids"
        case .problem(let problem, _), .connection(let problem, _), .tooLong(let problem): problem.message
        case .cancelled: "cancelled"
        }
    }

    /// True if the server answered and refused this request, while it may accept others.
    package var isRefusal: Bool {
        guard case .problem(let problem, nil) = self else { return false }
        return [.status, .notFound].contains(problem.kind)
    }

    /// True if the server refused the login.
    var refusesLogin: Bool {
        guard case .problem(let problem, _) = self else { return false }
        return problem.kind == .credentials
    }

    /// True if a shorter page may arrive: a gateway gives up (502, 504) if a page takes too long.
    package var mayFitShorter: Bool {
        switch self {
        case .tooLong: true
        case .problem(let problem, _): problem.kind == .gateway
        case .reset, .connection, .cancelled: false
        }
    }

    /// True if the server may have done what was requested: its response was lost, or came from another server.
    package var mayBeDone: Bool {
        switch self {
        case .connection(_, let wasSent): wasSent
        case .problem(let problem, _): [.notAFeed, .network, .gateway].contains(problem.kind)
        case .tooLong, .cancelled: true
        case .reset: false
        }
    }
}

/// The server has added a feed, and did not confirm its title, which a protocol sets in a second request.
package struct NamingFailure: Error, Equatable, Sendable {
    /// The failure of the second request.
    package let failure: SyncFailure

    package init(_ failure: SyncFailure) {
        self.failure = failure
    }
}
