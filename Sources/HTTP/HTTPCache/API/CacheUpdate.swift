/// One element of `CachingClient.updates(for:revalidation:)`: the stored response at once, then the result from the
/// origin.
public indirect enum CacheUpdate: Sendable {
    /// The stored response, delivered at once; one of the others follows.
    case stored(CachedReply)
    /// The stored response is still valid: the origin confirmed it or sent the same content, or it is fresh and no
    /// request was sent.
    case unchanged(CachedReply)
    /// A response different from the stored one, or the first one: new from the origin, stored meanwhile by another
    /// caller, or a stored variant that the origin has selected.
    case updated(CachedReply)
    /// The request to the origin failed (no connection or 5xx); the stored response, if any, stays in use.
    case failed(CacheError, stored: CachedReply?)
}
