package import struct FoundationEssentials.Date

/// A stored article, whole.
package struct Article: Identifiable, Equatable, Sendable {
    package let id: ArticleID
    package var subscription: SubscriptionID
    /// What the feed document offers; its `id` is the guid, unique within the subscription.
    package var item: ParsedItem
    /// When it was first taken in.
    package var received: Date
    package var isRead: Bool
    package var isStarred: Bool

    package init(
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
package struct ArticleSummary: Identifiable, Equatable, Sendable {
    package let id: ArticleID
    package var subscription: SubscriptionID
    /// Never empty: where the article has no title, the beginning of its text.
    package var title: String
    /// What lists are sorted by: published, else updated, else received; never later than received.
    package var date: Date
    package var isRead: Bool
    package var isStarred: Bool
    /// The highlight rule that holds for it, by its index.
    package var highlight: Int?

    package init(
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

    package mutating func set(_ mark: Mark) {
        switch mark {
        case .read(let isRead): self.isRead = isRead
        case .starred(let isStarred): self.isStarred = isStarred
        }
    }
}

/// A value the person gives an article; they are kept through every edit of it.
package enum Mark: Equatable, Sendable {
    case read(Bool)
    case starred(Bool)
}
