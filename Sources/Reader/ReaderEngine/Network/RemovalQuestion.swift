import FeedModel
import FoundationEssentials

/// Asks before a feed is removed on its server, which nothing undoes. The same command, repeated soon, is the answer.
struct RemovalQuestion {
    /// Longest time until the answer, in seconds (default 60).
    private static let patience = 60.0

    static let text = "This cannot be undone on the server: repeat the command to delete the feed"

    private var asked: (feed: SubscriptionID, at: Date)?

    /// True if the person was asked about this feed and answers; else asks.
    mutating func isAnswered(for id: SubscriptionID, at now: Date) -> Bool {
        if let asked, asked.feed == id, (0..<Self.patience).contains(now.timeIntervalSince(asked.at)) {
            self.asked = nil
            return true
        }
        asked = (id, now)
        return false
    }
}
