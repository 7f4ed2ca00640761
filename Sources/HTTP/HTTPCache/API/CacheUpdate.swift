/// What comes of one composite request: what is stored at once, then what the origin says of it.
public enum CacheUpdate: Sendable {
    /// What is stored, given at once; one of the others follows.
    case stored(CachedReply)
    /// What was stored still holds: the origin confirmed it, or it is fresh and nothing was asked.
    case unchanged(CachedReply)
    /// There is a new answer, or the first one.
    case updated(CachedReply)
    /// The origin could not be asked, or failed (5xx); what is stored, if anything, still stands.
    case failed(CacheError, stored: CachedReply?)
}
