import Basics
import FeedModel

/// The numbers beside feeds in their list.
enum FeedCounts: String, CaseIterable, Sendable {
    case unread
    /// The unread articles, a slash, and all of the feed's articles.
    case total

    /// Returns an empty text if there is nothing to count.
    func text(of feed: FeedSummary) -> String {
        let unread = Numbers.grouped(feed.unreadCount)
        return switch self {
        case .unread: feed.unreadCount > 0 ? unread : ""
        case .total: feed.articleCount > 0 ? "\(unread)/\(Numbers.grouped(feed.articleCount))" : ""
        }
    }
}
