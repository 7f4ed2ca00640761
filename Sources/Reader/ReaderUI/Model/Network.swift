package import struct FoundationEssentials.Date

/// Whether lede talks to the network.
package enum Connectivity: Equatable, Sendable {
    case online
    /// The person's choice.
    case offline
    /// The network's doing.
    case unreachable(nextTry: Date?)
}

/// How far a refresh has come.
package struct RefreshProgress: Equatable, Sendable {
    package var done: Int
    package var total: Int
    package var failed: Int
    /// Received so far, in bytes.
    package var bytes: Int

    package init(done: Int, total: Int, failed: Int, bytes: Int) {
        self.done = done
        self.total = total
        self.failed = failed
        self.bytes = bytes
    }
}

/// What a refresh brought.
package struct RefreshSummary: Equatable, Sendable {
    package var newArticles: Int
    package var feeds: Int
    package var failed: Int
    /// Received, in bytes.
    package var bytes: Int
    package var wasCancelled: Bool
    /// Nobody asked for it now: it is told only where it brought something.
    package var isBackground: Bool

    package init(
        newArticles: Int, feeds: Int, failed: Int, bytes: Int, wasCancelled: Bool = false,
        isBackground: Bool = false
    ) {
        self.newArticles = newArticles
        self.feeds = feeds
        self.failed = failed
        self.bytes = bytes
        self.wasCancelled = wasCancelled
        self.isBackground = isBackground
    }
}
