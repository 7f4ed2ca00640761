/// One element of `CachingClient.updates(for:revalidation:)`: the stored answer at once, then the origin's word on it.
public enum CacheUpdate: Sendable {
    /// The stored answer, given at once; one of the others follows.
    case stored(CachedReply)
    /// The stored answer still holds: the origin confirmed it, or it is fresh and nothing was asked.
    case unchanged(CachedReply)
    /// There is a new answer, or the first one.
    case updated(CachedReply)
    /// The origin could not be asked, or failed (5xx); what is stored, if anything, still stands.
    case failed(CacheError, stored: CachedReply?)
}
