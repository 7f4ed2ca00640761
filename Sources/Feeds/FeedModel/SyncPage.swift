/// A client's position in the changes of a sync server.
package struct SyncCursor: Hashable, Sendable {
    /// Positions hold for one epoch only; nil if the server has none.
    package var epoch: String?
    /// The position reached, as the server writes it; nil before the first page.
    package var position: String?
    /// The entry at that position; a different one reveals other ids, such as after the restore of a backup.
    package var anchor: String?

    package init(epoch: String? = nil, position: String? = nil, anchor: String? = nil) {
        self.epoch = epoch
        self.position = position
        self.anchor = anchor
    }
}

/// A page of a sync server's changes: new, edited, marked and deleted articles.
package struct SyncPage: Equatable, Sendable {
    package var feeds: [RemoteFeed]
    package var articles: [RemoteArticle]
    /// The client's position after it has stored the page.
    package var cursor: SyncCursor
    /// False at the end. A short or empty page does not mean the end.
    package var hasMore: Bool
    /// True if the server has dropped something that the client never received.
    package var hasGap: Bool
    /// True if `feeds` lists all feeds: any other feed is gone.
    package var listsAllFeeds: Bool

    package init(
        feeds: [RemoteFeed] = [], articles: [RemoteArticle] = [], cursor: SyncCursor = SyncCursor(),
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
        self.title = title
        self.feedURL = feedURL
        self.homePageURL = homePageURL
        self.folder = folder
    }
}

/// An article as a sync server reports it.
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

    package init(
        id: String, position: String? = nil, feed: String? = nil, item: ParsedItem? = nil, isRead: Bool? = nil,
        isStarred: Bool? = nil
    ) {
        self.id = id
        self.position = position
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
    }
}

/// A mark to send to a sync server: a value, never a toggle.
package struct OutgoingMark: Equatable, Sendable {
    /// Rises with every mark. The outbox removes a mark by it, so that a later mark on the same article stays.
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
