import Basics
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import SyncEngine

/// One exchange with an account's server. It is logged and counted, and updates the state of the connection.
struct SyncExchange {
    let context: VisitContext
    let received: ResponseBytes
    /// Nil for requests that are not part of a sync.
    let lease: AccountLease?

    private static let action = "sync"

    /// Returns the response; throws if the server asks for a pause, which ends the sync.
    func send(
        _ request: CacheRequest, _ policy: CachePolicy
    ) async throws(SyncFailure) -> (bytes: [UInt8], reply: CachedReply) {
        try lease?.renew()
        let response = try await response(to: request, policy)
        if let pause = SyncFailure(pauseIn: response.reply, of: context) { throw pause }
        return response
    }

    private func response(
        to request: CacheRequest, _ policy: CachePolicy
    ) async throws(SyncFailure) -> (bytes: [UInt8], reply: CachedReply) {
        let network = context.network
        do throws(CacheError) {
            let reply = try await network.client.response(for: request, policy: policy)
            // The cache's own 504: no server was reached, and a stored response must not be shown (RFC 9111 §5.2.2.2).
            if let failure = reply.failure { throw CacheError.transport(failure) }
            let bytes = try await reply.decodedBody(limit: request.decodedBodyBytes)
            let transferred = reply.wireBytes
            received.add(bytes.count, onWire: transferred.sent + transferred.received)
            network.record(reply, for: Self.action, policy)
            if reply.source != .cache {
                network.noteExchange(
                    with: ShownAddress.host(of: reply.url), bytes: reply.wireBytes.received, .answered)
            }
            return (bytes, reply)
        } catch {
            network.record(.cache(error), for: Self.action, policy, asked: request.url)
            throw failed(error, request)
        }
    }

    private func failed(_ error: CacheError, _ request: CacheRequest) -> SyncFailure {
        let failure = SyncFailure(error, asked: request.url)
        if case .connection = failure {
            context.network.count(.unanswered)
            context.network.noteExchange(with: ShownAddress.host(of: request.url), bytes: 0, .disconnected)
        }
        return failure
    }
}

extension CacheError {
    /// False if there was no connection that could carry the request.
    fileprivate var hasConnected: Bool {
        guard case .transport(let error) = self else { return true }
        return error.cause != .nameResolution && error.cause != .connection
    }

    /// True if the time limit passed while bytes were arriving.
    fileprivate var isTooSlow: Bool {
        guard case .transport(let error) = self else { return false }
        return error.cause == .tooSlow
    }
}

extension SyncFailure {
    fileprivate init(_ error: CacheError, asked url: String) {
        // Each report names the account by its address; a redirect keeps its own address.
        let (text, address) = (error.description, "\(ShownAddress.inMessage(url)): ")
        let message = text.hasPrefix(address) ? String(text.dropFirst(address.count)) : text
        let problem = FeedProblem(kind: .network, message: message)
        switch ExchangeFailure(error) {
        case .offline, .cancelled: self = .cancelled
        case .disconnected: self = .connection(problem, wasSent: error.hasConnected)
        case .tooLarge: self = .tooLong(problem)
        case .other: self = error.isTooSlow ? .tooLong(problem) : .problem(problem, retryAfter: nil)
        }
    }

    /// A pause that the server asks for (RFC 9110 §10.2.3); nil for other responses.
    fileprivate init?(pauseIn reply: CachedReply, of context: VisitContext) {
        let now = context.settings.now()
        guard let pause = reply.requestedPause(at: now), pause.isRefusal else { return nil }
        let end = pause.end.map { min($0, now + RetryAfter.accountMaximum) }
        self = .problem(FeedProblem(kind: .waiting, message: reply.head.status.line), retryAfter: end)
    }
}
