package import FeedModel

/// The server's lists of ids.
package struct RemoteLists: Equatable, Sendable {
    package var unread: Set<String>
    package var starred: Set<String>
    /// All articles, newest first; nil if the server cannot list them.
    package var all: [String]?
    /// False if an article missing from `unread` may still be unread.
    var isUnreadComplete: Bool
    var isStarredComplete: Bool
    /// False if an article missing from `all` may still exist.
    var isAllComplete: Bool
    /// `all` was read to its end, though perhaps not in one moment.
    package var reachesOldest: Bool
    /// All labels; nil if the server has none, or does not list them.
    var labels: [RemoteLabel]?
    /// The articles whose states the lists show; nil means all.
    package var shown: Set<String>?
    /// The anchor of the cursor once these states and the missing articles are stored; nil leaves it unchanged.
    package var anchor: String?

    /// The articles that any of the lists shows.
    var listed: Set<String> {
        unread.union(starred).union(all ?? []).union((labels ?? []).flatMap(\.ids))
    }

    package init(
        unread: Set<String> = [], starred: Set<String> = [], all: [String]? = nil, isUnreadComplete: Bool = true,
        isStarredComplete: Bool = true, isAllComplete: Bool = false, reachesOldest: Bool = false,
        labels: [RemoteLabel]? = nil
    ) {
        self.unread = unread
        self.starred = starred
        self.all = all
        self.isUnreadComplete = isUnreadComplete
        self.isStarredComplete = isStarredComplete
        self.isAllComplete = isAllComplete
        self.reachesOldest = reachesOldest || isAllComplete
        self.labels = labels
    }
}
