package import FeedModel

/// The number of read articles of each feed that a first sync has received, newest first.
package struct HistoryCount: Sendable {
    private let history: SyncHistory
    private var counts: [String: Int] = [:]

    package init(_ history: SyncHistory) {
        self.history = history
    }

    /// Counts an article of a feed. Returns false if the feed had reached its limit before.
    package mutating func admits(articleOf feed: String?) -> Bool {
        let feed = feed ?? ""
        counts[feed, default: 0] += 1
        return counts[feed, default: 0] <= history.limit(of: feed)
    }

    /// True if more articles of any feed are wanted.
    package var wantsMore: Bool { history.feeds.contains { wantsMore(of: $0) } }

    /// True if more articles of this feed are wanted.
    package func wantsMore(of feed: RemoteFeed) -> Bool {
        counts[feed.id, default: 0] < history.limit(of: feed.id)
    }

    /// Forgets the articles of a feed, which is read again from its newest article.
    package mutating func restart(_ feed: RemoteFeed) {
        counts[feed.id] = 0
    }
}
