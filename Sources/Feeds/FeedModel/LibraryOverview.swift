package import struct FoundationEssentials.Date

/// What is known of a library at a glance: its feeds in the person's order, and the totals of the smart feeds.
package struct LibraryOverview: Equatable, Sendable {
    package var feeds: [FeedSummary]
    /// Folders that a list brought without feeds, in the person's order; feeds may lie in them by now.
    package var emptyFolders: [[String]]
    package var unreadCount: Int
    package var articleCount: Int
    package var starredCount: Int
    /// Unread articles since midnight, counted up to `LibraryOverview.countLimit`.
    package var unreadTodayCount: Int
    /// When the server of any feed was last heard.
    package var lastSuccess: Date?

    /// Counts that cannot be kept at hand stop here: the cost of a list follows what is shown.
    package static let countLimit = 10_000

    package init(
        feeds: [FeedSummary] = [], unreadCount: Int = 0, articleCount: Int = 0, starredCount: Int = 0,
        unreadTodayCount: Int = 0, emptyFolders: [[String]] = [], lastSuccess: Date? = nil
    ) {
        self.feeds = feeds
        self.unreadCount = unreadCount
        self.articleCount = articleCount
        self.starredCount = starredCount
        self.unreadTodayCount = unreadTodayCount
        self.emptyFolders = emptyFolders
        self.lastSuccess = lastSuccess
    }
}
