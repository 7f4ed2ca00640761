/// The reason why an article that a server lists is not stored here; `skippedArticle.isRefused`.
enum SkipReason: Int {
    /// The first sync left it out, as history.
    case history = 0
    /// The person has removed it, or the server has removed its feed.
    case refused = 1
    /// Retention erased it while it was read: it returns once it is unread or starred on the server.
    case aged = 2
}
