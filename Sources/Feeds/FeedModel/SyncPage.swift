/// Where a client stands in what a sync server tells.
public struct SyncCursor: Hashable, Sendable {
    /// Positions mean nothing under another one; nil where the server has no such thing.
    public var epoch: String?
    /// The position reached, as the server writes it; nil: nothing was listed yet.
    public var position: String?
    /// What stood at that position: by it another id space is known, as after a backup was restored.
    public var anchor: String?

    public init(epoch: String? = nil, position: String? = nil, anchor: String? = nil) {
        self.epoch = epoch
        self.position = position
        self.anchor = anchor
    }
}

/// A part of what a sync server tells: what is new, edited, marked or deleted.
public struct SyncPage: Equatable, Sendable {
    public var feeds: [RemoteFeed]
    public var articles: [RemoteArticle]
    /// Where the client stands once it has taken the page in.
    public var cursor: SyncCursor
    /// Only this tells the end, never a short or empty page.
    public var hasMore: Bool
    /// The server has let go of something that the client never got.
    public var hasGap: Bool
    /// Whether `feeds` are all that there are: those that are not among them are gone.
    public var listsAllFeeds: Bool

    public init(
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
public struct RemoteFeed: Equatable, Sendable {
    /// The server's name for it.
    public var id: String
    public var position: String?
    /// The server no longer reads it.
    public var isDeleted: Bool
    public var title: String?
    public var feedURL: String?
    public var homePageURL: String?
    /// Outermost first.
    public var folder: [String]

    public init(
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
public struct RemoteArticle: Equatable, Sendable {
    /// The server's name for it.
    public var id: String
    public var position: String?
    /// The server's name for its feed.
    public var feed: String?
    /// Nil: it was deleted.
    public var item: ParsedItem?
    /// Nil: the server does not say.
    public var isRead: Bool?
    public var isStarred: Bool?

    public init(
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
public struct OutgoingMark: Equatable, Sendable {
    /// Rises with every mark that is given. A mark leaves the outbox by it, so that one given meanwhile stays.
    public var sequence: Int64
    /// The server's name for the article.
    public var id: String
    public var mark: Mark

    public init(sequence: Int64, id: String, mark: Mark) {
        self.sequence = sequence
        self.id = id
        self.mark = mark
    }
}
