internal import Basics

/// The new articles of one refresh, for a notification.
package struct ArrivalNotice: Equatable, Sendable {
    /// The title of the newest article.
    package var title: String
    package var count: Int
    /// The titles of the feeds, the feed with the newest article first.
    package var feeds: [String]

    package init(title: String, count: Int, feeds: [String]) {
        self.title = title
        self.count = count
        self.feeds = feeds
    }

    /// `LWN.net`, or `4 feeds`
    package var feed: String { feeds.count == 1 ? feeds[0] : feeds.count.counting("feed") }

    /// `12 new articles`
    package var heading: String { count.counting("new article") }

    /// `LWN.net: The night ferry`, or `LWN.net, Hacker News and 2 more`
    package var body: String {
        guard feeds.count > 1 else { return "\(feed): \(title)" }
        let named = feeds.prefix(Self.maximumNamedFeeds).joined(separator: ", ")
        return feeds.count > Self.maximumNamedFeeds
            ? "\(named) and \(feeds.count - Self.maximumNamedFeeds) more" : named
    }

    private static let maximumNamedFeeds = 3
}
