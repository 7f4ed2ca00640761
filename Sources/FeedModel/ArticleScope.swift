/// Which articles a list holds.
public enum ArticleScope: Hashable, Sendable {
    case all
    case unread
    case starred
    /// Dated since local midnight.
    case today
    case feed(SubscriptionID)
    /// A folder and all below it, outermost name first.
    case folder([String])
    /// Full-text search in the search language (`feed:`, `is:unread`, `title:`, words).
    case search(String)
    /// The built-in feed that teaches the program.
    case guide
}
