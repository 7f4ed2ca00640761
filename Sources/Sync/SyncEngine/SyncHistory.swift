package import FeedModel

/// The read articles that a first sync fetches.
package struct SyncHistory: Sendable {
    /// Read articles per feed in a first sync (default 100).
    package static let perFeed = 100

    package var feeds: [RemoteFeed]
    package var lists: RemoteLists
    /// Ids that the library already has.
    package var known: Set<String>
    /// Read articles per feed, where it is not the usual number.
    package var limits: [String: Int]

    package init(feeds: [RemoteFeed], lists: RemoteLists, known: Set<String>, limits: [String: Int] = [:]) {
        self.feeds = feeds
        self.lists = lists
        self.known = known
        self.limits = limits
    }

    package func limit(of feed: String) -> Int { limits[feed] ?? Self.perFeed }

    /// The limits of all feeds together.
    package var total: Int { feeds.reduce(0) { $0 + limit(of: $1.id) } }
}
