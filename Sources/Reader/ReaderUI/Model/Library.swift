public import FeedModel

/// Asks for some rows of a list, which may have a million of them.
public struct PageRequest: Equatable, Sendable {
    public var listing: ArticleListing
    public var anchor: PageAnchor
    /// Rows at most.
    public var limit: Int

    public init(_ listing: ArticleListing, at anchor: PageAnchor, limit: Int) {
        self.listing = listing
        self.anchor = anchor
        self.limit = limit
    }
}

/// Asks for the unread article nearest to another in a list.
public struct UnreadRequest: Equatable, Sendable {
    public enum Direction: Equatable, Sendable {
        case forward, backward
    }

    public var listing: ArticleListing
    /// Not counted itself. Nil: from the list's beginning, or its end going backward.
    public var from: ArticleID?
    public var direction: Direction

    public init(_ listing: ArticleListing, from: ArticleID?, _ direction: Direction) {
        self.listing = listing
        self.from = from
        self.direction = direction
    }
}

/// A feed that an address offers.
public struct FoundFeed: Hashable, Sendable {
    public var url: String
    public var title: String

    public init(url: String, title: String) {
        self.url = url
        self.title = title
    }
}
