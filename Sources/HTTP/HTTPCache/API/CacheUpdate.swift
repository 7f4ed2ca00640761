/// One element of `CachingClient.updates(for:revalidation:)`: the stored response at once, then the result from the
/// origin.
public indirect enum CacheUpdate: Sendable {
    /// The stored response, delivered at once; one of the others follows.
    case stored(CachedReply)
    /// The stored response is still valid: the origin confirmed it or sent the same content, or it is fresh and no
    /// request was sent.
    case unchanged(CachedReply)
    /// A response different from the stored one, or the first one, even an error: new from the origin, stored meanwhile
    /// by another caller, or a stored variant that the origin has selected. Also a new response whose body is streamed
    /// and so cannot be compared.
    case updated(CachedReply)
    /// The request to the origin failed; the stored response, if any, stays in use. An error status (5xx) counts as a
    /// failure only where a response without one is stored.
    case failed(CacheError, stored: CachedReply?)
}
