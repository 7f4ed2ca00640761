import FeedModel
import FoundationEssentials

/// The order of the column of feeds.
package enum FeedOrder: String, CaseIterable, Sendable {
    /// The person's own order.
    case added
    case name
    /// Feeds with the most unread articles first.
    case unread
    /// Feeds with the newest articles first.
    case newest
    /// Feeds with the largest share of read articles first.
    case read
    /// Feeds with the most articles a week first.
    case pace
    /// The most recently fetched feeds first, failing feeds at the end.
    case success
    /// Feeds with the most articles first.
    case size

    /// True if the order depends on statistics that the overview does not have.
    var needsStatistics: Bool {
        switch self {
        case .added, .name, .unread: false
        case .newest, .read, .pace, .success, .size: true
        }
    }

    /// Returns the feeds in this order; a folder has the position of its first feed. Feeds without known statistics
    /// come last, in their previous order.
    func sorted(_ feeds: [FeedSummary], by statistics: [SubscriptionID: FeedStatistics]) -> [FeedSummary] {
        switch self {
        case .added: return feeds
        case .name:
            let keyed = feeds.map { ($0, ($0.folder + [$0.title]).map { $0.lowercased() }) }
            return keyed.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        case .unread: return Self.sorted(feeds) { Double($0.unreadCount) }
        case .newest, .read, .pace, .success, .size:
            return Self.sorted(feeds) { feed in statistics[feed.id].map(value) ?? -.infinity }
        }
    }

    /// Returns the value by which feeds are sorted, largest first.
    private func value(of statistics: FeedStatistics) -> Double {
        let feed = statistics.subscription
        switch self {
        case .newest: return statistics.newest?.timeIntervalSince1970 ?? 0
        case .read: return Double(statistics.readCount) / Double(max(1, feed.articleCount))
        case .pace: return statistics.articlesPerWeek
        case .success: return feed.health.problem == nil ? feed.health.lastSuccess?.timeIntervalSince1970 ?? 0 : 0
        case .size: return Double(feed.articleCount)
        case .added, .name, .unread: return 0
        }
    }

    private static func sorted(_ feeds: [FeedSummary], by value: (FeedSummary) -> Double) -> [FeedSummary] {
        let keyed = feeds.enumerated().map { ($1, (-value($1), $0)) }
        return keyed.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
