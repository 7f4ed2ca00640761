/// The set of articles that a list shows.
package indirect enum ArticleScope: Hashable, Sendable {
    /// All articles except those of hidden feeds, which `unread` and `today` also leave out.
    case all
    case unread
    case starred
    /// Articles dated since local midnight.
    case today
    /// The articles that the person opened most recently; “newest first” lists the one opened last first.
    case history
    case feed(SubscriptionID)
    /// A folder and everything below it, outermost name first.
    case folder([String])
    /// Full-text search in the search language (`feed:`, `is:unread`, `title:`, words).
    case search(String)
    /// The articles of another scope that match a text in the search language.
    case filtered(ArticleScope, String)
    /// The built-in feed that explains the program.
    case guide
}

extension ArticleScope {
    /// True if finding its articles may take longer than a key press should wait: a text search, and the history,
    /// which is sorted in memory.
    package var isSearched: Bool {
        switch self {
        case .search, .filtered, .history: true
        case .all, .unread, .starred, .today, .feed, .folder, .guide: false
        }
    }

    /// The scope without its filter.
    package var unfiltered: ArticleScope {
        if case .filtered(let scope, _) = self { scope.unfiltered } else { self }
    }

    /// True for the history, and for a filter of it.
    package var isHistory: Bool {
        switch self {
        case .history: true
        case .filtered(let scope, _): scope.isHistory
        case .all, .unread, .starred, .today, .feed, .folder, .search, .guide: false
        }
    }
}
