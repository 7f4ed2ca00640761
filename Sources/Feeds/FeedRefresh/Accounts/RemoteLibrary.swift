import FeedModel
import FoundationEssentials

/// A server that reads feeds for its clients, as four calls. Each kind of server has its adapter; what is done with them is
/// the same for all (`AccountPass`).
protocol RemoteLibrary: Sendable {
    /// What happened after the cursor, oldest first; from a cursor without a position the newest articles, to begin with.
    ///
    /// - Parameter isFirst: whether this page begins a pass: then it is told whether the cursor still means what it meant.
    func pull(after cursor: SyncCursor, isFirst: Bool) async throws(RemoteFailure) -> SyncPage

    /// The whole sets of unread and starred articles, where the server's pages do not tell of marks; nil where they do.
    func states() async throws(RemoteFailure) -> (unread: Set<String>, starred: Set<String>)?

    /// Articles by the server's ids, as far as it can be asked so.
    func fetch(_ ids: Set<String>) async throws(RemoteFailure) -> [RemoteArticle]

    /// Tells the server of marks, as values, never as toggles.
    ///
    /// - Returns: those that it has, or whose articles it does not know: nothing waits for them any more.
    func push(_ marks: [OutgoingMark]) async throws(RemoteFailure) -> [OutgoingMark]
}

/// Why a call came to nothing.
enum RemoteFailure: Error, Equatable, Sendable {
    /// Positions and ids are others than they were: everything is to be listed again.
    case reset
    case problem(FeedProblem, retryAfter: Date?)
    /// The line is at fault rather than the server.
    case line(FeedProblem)
    case cancelled
}
