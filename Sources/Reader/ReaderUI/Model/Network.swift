public import struct FoundationEssentials.Date

/// Whether lede talks to the network.
public enum Connectivity: Equatable, Sendable {
    case online
    /// The person's choice.
    case offline
    /// The network's doing.
    case unreachable(nextTry: Date?)
}

/// How far a refresh has come.
public struct RefreshProgress: Equatable, Sendable {
    public var done: Int
    public var total: Int
    public var failed: Int
    /// Received so far, in bytes.
    public var bytes: Int

    public init(done: Int, total: Int, failed: Int, bytes: Int) {
        self.done = done
        self.total = total
        self.failed = failed
        self.bytes = bytes
    }
}

/// What a refresh brought.
public struct RefreshSummary: Equatable, Sendable {
    public var newArticles: Int
    public var feeds: Int
    public var failed: Int
    /// Received, in bytes.
    public var bytes: Int
    public var wasCancelled: Bool
    /// Nobody asked for it now: it is told only where it brought something.
    public var isBackground: Bool

    public init(
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
