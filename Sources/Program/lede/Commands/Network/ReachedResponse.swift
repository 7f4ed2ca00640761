import HTTPCache
import HTTPTransport
import HTTPTypes

extension CachingClient {
    /// Throws in place of the cache's own 504: the error says why the server was not reached.
    nonisolated(nonsending) func reachedResponse(
        for request: CacheRequest, policy: CachePolicy
    ) async throws(CacheError) -> CachedReply {
        let reply = try await response(for: request, policy: policy)
        if reply.head.status == .gatewayTimeout, let failure = reply.failure { throw .transport(failure) }
        return reply
    }
}
