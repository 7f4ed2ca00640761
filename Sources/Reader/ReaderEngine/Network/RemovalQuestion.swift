import FeedModel
import FoundationEssentials

/// Asks before a feed is removed on its server, which cannot be undone. Repeating the command soon confirms it.
struct RemovalQuestion {
    /// Maximum time until the confirmation, in seconds (default 60).
    private static let timeout = 60.0

    static let text = "This cannot be undone on the server: repeat the command to delete the feed"

    private var asked: (feed: SubscriptionID, at: Date)?

    /// Returns true if the person confirms the question about this feed; otherwise asks it.
    mutating func isAnswered(for id: SubscriptionID, at now: Date) -> Bool {
        if let asked, asked.feed == id, (0..<Self.timeout).contains(now.timeIntervalSince(asked.at)) {
            self.asked = nil
            return true
        }
        asked = (id, now)
        return false
    }
}
