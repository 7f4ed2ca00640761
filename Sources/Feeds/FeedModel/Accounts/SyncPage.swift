/// One page of changes from a sync server: new, edited, marked and deleted articles.
package struct SyncPage: Equatable, Sendable {
    package var feeds: [RemoteFeed]
    package var articles: [RemoteArticle]
    /// The cursor to store together with the page; nil leaves it unchanged.
    package var cursor: SyncCursor?
    /// True if more pages follow: a short or an empty page need not be the last.
    package var hasMore: Bool
    /// True if the server has dropped articles that the client never received.
    package var hasGap: Bool
    /// True if `feeds` is the whole list: a feed that is missing from it is gone.
    package var listsAllFeeds: Bool

    package init(
        feeds: [RemoteFeed] = [], articles: [RemoteArticle] = [], cursor: SyncCursor? = nil,
        hasMore: Bool = false, hasGap: Bool = false, listsAllFeeds: Bool = false
    ) {
        self.feeds = feeds
        self.articles = articles
        self.cursor = cursor
        self.hasMore = hasMore
        self.hasGap = hasGap
        self.listsAllFeeds = listsAllFeeds
    }
}

/// The position that a client has reached in a sync server's list of changes.
package struct SyncCursor: Hashable, Sendable {
    /// The epoch of the position: positions of different epochs cannot be compared. It is nil if the server has no
    /// epochs.
    package var epoch: String?
    /// The position reached, as the server writes it; nil until the first sync is complete.
    package var position: String?
    /// The article at that position. Another article there means that the server was restored from a backup. For a
    /// server whose states have a separate position, that position.
    package var anchor: String?

    package init(epoch: String? = nil, position: String? = nil, anchor: String? = nil) {
        self.epoch = epoch
        self.position = position
        self.anchor = anchor
    }
}

/// A feed that a sync server reads for its clients.
package struct RemoteFeed: Equatable, Sendable {
    /// The server's name for it.
    package var id: String
    package var position: String?
    /// True if the server no longer reads it.
    package var isDeleted: Bool
    package var title: String?
    package var feedURL: String?
    package var homePageURL: String?
    /// Its folders, outermost first.
    package var folder: [String]

    package init(
        id: String, position: String? = nil, isDeleted: Bool = false, title: String? = nil, feedURL: String? = nil,
        homePageURL: String? = nil, folder: [String] = []
    ) {
        self.id = id
        self.position = position
        self.isDeleted = isDeleted
        // A feed without a title is listed by its address.
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.feedURL = feedURL
        self.homePageURL = homePageURL
        self.folder = folder
    }
}

/// An article as a sync server describes it.
package struct RemoteArticle: Equatable, Sendable {
    /// The server's name for it.
    package var id: String
    package var position: String?
    /// The server's name for its feed.
    package var feed: String?
    /// Nil if it was deleted.
    package var item: ParsedItem?
    /// Nil if the server does not report it.
    package var isRead: Bool?
    package var isStarred: Bool?
    /// The person's tags of the article on the server; nil if the server does not report them.
    package var labels: [String]?

    package init(
        id: String, position: String? = nil, feed: String? = nil, item: ParsedItem? = nil, isRead: Bool? = nil,
        isStarred: Bool? = nil, labels: [String]? = nil
    ) {
        self.id = id
        self.position = position
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
        self.labels = labels
    }
}

/// A mark to send to a sync server: a value, never a toggle.
package struct OutgoingMark: Equatable, Sendable {
    /// Increases with every mark. A mark leaves the outbox by this number, so that a mark made meanwhile stays.
    package var sequence: Int64
    /// The server's name for the article.
    package var id: String
    package var mark: Mark

    package init(sequence: Int64, id: String, mark: Mark) {
        self.sequence = sequence
        self.id = id
        self.mark = mark
    }
}
