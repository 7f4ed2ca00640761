/// The progress of a refresh.
package struct RefreshProgress: Equatable, Sendable {
    var done: Int
    var total: Int
    var failed: Int
    /// Bytes received so far.
    var bytes: Int
    /// True if nobody requested this refresh; Esc does not cancel it.
    var isBackground: Bool

    package init(done: Int, total: Int, failed: Int, bytes: Int, isBackground: Bool = false) {
        self.done = done
        self.total = total
        self.failed = failed
        self.bytes = bytes
        self.isBackground = isBackground
    }
}

/// The result of a refresh.
package struct RefreshSummary: Equatable, Sendable {
    var newArticles: Int
    var editedArticles: Int
    var feeds: Int
    package var failed: Int
    /// Bytes received.
    var bytes: Int
    package var wasCancelled: Bool
    /// True if nobody requested this refresh; its result is reported only if there is something new.
    var isBackground: Bool
    /// The reason why feeds were not fetched, in words; nil if all were fetched, or in the background.
    package var reason: String?
    /// The number of feeds and accounts whose servers asked to wait.
    package var waiting = 0
    /// The number of feeds whose slow servers are still sending.
    package var slow = 0
    /// The number of paused feeds that were left out.
    package var paused = 0

    package init(
        newArticles: Int, editedArticles: Int = 0, feeds: Int, failed: Int, bytes: Int, wasCancelled: Bool = false,
        isBackground: Bool = false
    ) {
        self.newArticles = newArticles
        self.editedArticles = editedArticles
        self.feeds = feeds
        self.failed = failed
        self.bytes = bytes
        self.wasCancelled = wasCancelled
        self.isBackground = isBackground
    }
}
