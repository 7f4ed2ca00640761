package import struct FoundationEssentials.Date

/// The feeds of a library in the person's order, and the totals of the smart feeds.
package struct LibraryOverview: Equatable, Sendable {
    package var feeds: [FeedSummary]
    /// Folders that were empty in an imported list, in the person's order; they may hold feeds by now.
    package var emptyFolders: [[String]]
    package var unreadCount: Int
    package var articleCount: Int
    package var starredCount: Int
    /// Unread articles since midnight, counted up to `LibraryOverview.countLimit`.
    package var unreadTodayCount: Int
    /// The time of the last successful response from any feed's server.
    package var lastSuccess: Date?

    /// The limit of counts that are not stored: the cost of a list depends on the rows shown.
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
