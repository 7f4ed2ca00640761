public import struct FoundationEssentials.Date

/// A stored article, whole.
public struct Article: Identifiable, Equatable, Sendable {
    public let id: ArticleID
    public var subscription: SubscriptionID
    /// What the feed document offers; its `id` is the guid, unique within the subscription.
    public var item: ParsedItem
    /// When it was first taken in.
    public var received: Date
    public var isRead: Bool
    public var isStarred: Bool

    public init(
        id: ArticleID, subscription: SubscriptionID, item: ParsedItem, received: Date, isRead: Bool = false,
        isStarred: Bool = false
    ) {
        self.id = id
        self.subscription = subscription
        self.item = item
        self.received = received
        self.isRead = isRead
        self.isStarred = isStarred
    }
}

/// What a list shows of an article.
public struct ArticleSummary: Identifiable, Equatable, Sendable {
    public let id: ArticleID
    public var subscription: SubscriptionID
    /// Never empty: where the article has no title, the beginning of its text.
    public var title: String
    /// What lists are sorted by: published, else updated, else received; never later than received.
    public var date: Date
    public var isRead: Bool
    public var isStarred: Bool
    /// The highlight rule that holds for it, by its index.
    public var highlight: Int?

    public init(
        id: ArticleID, subscription: SubscriptionID, title: String, date: Date, isRead: Bool, isStarred: Bool,
        highlight: Int? = nil
    ) {
        self.id = id
        self.subscription = subscription
        self.title = title
        self.date = date
        self.isRead = isRead
        self.isStarred = isStarred
        self.highlight = highlight
    }

    public mutating func set(_ mark: Mark) {
        switch mark {
        case .read(let isRead): self.isRead = isRead
        case .starred(let isStarred): self.isStarred = isStarred
        }
    }
}

/// A value the person gives an article; they are kept through every edit of it.
public enum Mark: Equatable, Sendable {
    case read(Bool)
    case starred(Bool)
}
