package import struct FoundationEssentials.Date

/// A stored article with its content.
package struct Article: Identifiable, Equatable, Sendable {
    package let id: ArticleID
    package var subscription: SubscriptionID
    /// The content from the feed document; its `id` is the guid, unique within the subscription.
    package var item: ParsedItem
    /// The time at which it was first stored.
    package var received: Date
    package var isRead: Bool
    package var isStarred: Bool
    /// The person's own note, in one line.
    package var note: String?

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

/// The data of an article that a list shows.
package struct ArticleSummary: Identifiable, Equatable, Sendable {
    package let id: ArticleID
    package var subscription: SubscriptionID
    /// Never empty: an article without a title has the beginning of its text here.
    package var title: String
    /// The date that sorts lists: published, else updated, else received; it is never later than the time of receipt.
    package var date: Date
    package var isRead: Bool
    package var isStarred: Bool
    /// The index of the highlight rule that matches it.
    package var highlight: Int?
    /// The number of articles of other feeds with the same story.
    package var copies: Int
    /// The person's own tags.
    package var tags: [String]
    /// The time at which the person opened it; nil in all lists but the history.
    package var opened: Date?
    /// The time of its deletion; nil in all lists except the list of deleted articles.
    package var deleted: Date?

    package init(
        id: ArticleID, subscription: SubscriptionID, title: String, date: Date, isRead: Bool, isStarred: Bool,
        highlight: Int? = nil, copies: Int = 0, tags: [String] = []
    ) {
        self.id = id
        self.subscription = subscription
        self.title = title
        self.date = date
        self.isRead = isRead
        self.isStarred = isStarred
        self.highlight = highlight
        self.copies = copies
        self.tags = tags
    }

    package mutating func set(_ mark: Mark) {
        switch mark {
        case .read(let isRead): self.isRead = isRead
        case .starred(let isStarred): self.isStarred = isStarred
        case .tagged(let name, let isTagged):
            tags.removeAll { $0 == name }
            if isTagged { tags = (tags + [name]).sorted() }
        }
    }
}

/// A value that the person gives an article; edits of the article keep it.
package enum Mark: Equatable, Sendable {
    case read(Bool)
    case starred(Bool)
    /// One of the person's own tags.
    case tagged(String, Bool)
}
