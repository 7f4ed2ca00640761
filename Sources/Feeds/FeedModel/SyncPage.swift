/// Where a client stands in what a sync server tells.
package struct SyncCursor: Hashable, Sendable {
    /// Positions mean nothing under another one; nil where the server has no such thing.
    package var epoch: String?
    /// The position reached, as the server writes it; nil: nothing was listed yet.
    package var position: String?
    /// What stood at that position: by it another id space is known, as after a backup was restored.
    package var anchor: String?

    package init(epoch: String? = nil, position: String? = nil, anchor: String? = nil) {
        self.epoch = epoch
        self.position = position
        self.anchor = anchor
    }
}

/// A part of what a sync server tells: what is new, edited, marked or deleted.
package struct SyncPage: Equatable, Sendable {
    package var feeds: [RemoteFeed]
    package var articles: [RemoteArticle]
    /// Where the client stands once it has taken the page in.
    package var cursor: SyncCursor
    /// Only this tells the end, never a short or empty page.
    package var hasMore: Bool
    /// The server has let go of something that the client never got.
    package var hasGap: Bool
    /// Whether `feeds` are all that there are: those that are not among them are gone.
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
    /// The server no longer reads it.
    package var isDeleted: Bool
    package var title: String?
    package var feedURL: String?
    package var homePageURL: String?
    /// Outermost first.
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

/// An article as a sync server tells of it.
package struct RemoteArticle: Equatable, Sendable {
    /// The server's name for it.
    package var id: String
    package var position: String?
    /// The server's name for its feed.
    package var feed: String?
    /// Nil: it was deleted.
    package var item: ParsedItem?
    /// Nil: the server does not say.
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

/// A mark on its way to a sync server: a value, never a toggle.
package struct OutgoingMark: Equatable, Sendable {
    /// Rises with every mark that is given. A mark leaves the outbox by it, so that one given meanwhile stays.
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
