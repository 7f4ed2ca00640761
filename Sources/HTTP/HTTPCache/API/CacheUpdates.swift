internal import HTTPTypes

extension CachingClient {
    /// Delivers the stored response at once, of any age, then the result from the origin; then the sequence ends.
    ///
    /// If nothing is stored there is only one element, `updated` or `failed`. Dropping the sequence cancels the
    /// request.
    /// - Parameters:
    ///   - request: the request to answer.
    ///   - revalidation: the policy of the request to the origin; with `useProtocolCachePolicy` a fresh response needs
    ///     no request.
    public func updates(
        for request: CacheRequest, revalidation: CachePolicy = .reloadRevalidatingCacheData
    ) -> AsyncStream<CacheUpdate> {
        AsyncStream { continuation in
            let task = Task.detached {
                let stored = storedReply(for: request)
                if let stored { continuation.yield(.stored(stored)) }
                continuation.yield(await outcome(for: request, revalidation, after: stored))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func outcome(
        for request: CacheRequest, _ policy: CachePolicy, after stored: CachedReply?
    ) async -> CacheUpdate {
        do throws(CacheError) {
            let reply = try await response(for: request, policy: policy)
            if let failure = reply.failure {
                let standIn = reply.head.status == .gatewayTimeout ? nil : reply
                return .failed(.transport(failure), stored: stored ?? standIn)
            }
            // A stored response in place of a failed one confirms nothing.
            if reply.source == .cache, let status = reply.handling.forwardStatus, StatusCodes.errors.contains(status) {
                return .failed(.serverError(url: reply.url, status: status), stored: stored ?? reply)
            }
            guard let stored else { return .updated(reply) }
            if reply.head.status.kind == .serverError, stored.head.status.kind != .serverError {
                return .failed(.serverError(url: reply.url, status: reply.head.status.code), stored: stored)
            }
            // Even if it was not sent now: another caller may have stored it meanwhile, and a 304 may select another
            // variant (RFC 9111 §4.3.4).
            let hasSameBody = reply.bodyDigest == stored.bodyDigest || reply.head.status == .notModified
            let isSame = reply.head.status == stored.head.status && hasSameBody
            return isSame ? .unchanged(reply) : .updated(reply)
        } catch {
            return .failed(error, stored: stored)
        }
    }
}
