/// Which articles a list holds.
package indirect enum ArticleScope: Hashable, Sendable {
    /// But for feeds that are hidden there, as in `unread` and `today`.
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
    /// Those of another scope that match a text in the search language.
    case filtered(ArticleScope, String)
    /// The built-in feed that teaches the program.
    case guide
}

extension ArticleScope {
    /// Whether its articles are found by words, which may take longer than a key should wait.
    package var isSearched: Bool {
        switch self {
        case .search, .filtered: true
        case .all, .unread, .starred, .today, .feed, .folder, .guide: false
        }
    }
}
