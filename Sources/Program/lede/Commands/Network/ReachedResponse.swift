import HTTPCache
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

extension CachedReply {
    /// Writes to standard error that a stored response is stale.
    func reportStaleness() {
        // The cache's own 504 has no stored body.
        guard source == .cache, freshness.isStale, bodyDigest != nil else { return }
        let (age, lifetime) = (freshness.age, freshness.lifetime)
        let excess = age < FreshnessInformation.unknownAge ? " by \(age - lifetime) s" : ""
        Console.printError("stale\(excess): \(cacheStatus)")
    }
}
