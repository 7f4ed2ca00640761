package import FeedModel

/// Requests some rows of a list, which may have a million of them.
package struct PageRequest: Equatable, Sendable {
    package var listing: ArticleListing
    package var anchor: PageAnchor
    /// Maximum number of rows.
    package var limit: Int

    package init(_ listing: ArticleListing, at anchor: PageAnchor, limit: Int) {
        self.listing = listing
        self.anchor = anchor
        self.limit = limit
    }
}

/// Requests the unread articles nearest to another in a list.
package struct UnreadRequest: Equatable, Sendable {
    package enum Direction: Equatable, Sendable {
        case forward, backward
        /// One article, wherever it is among the `limit` first unread ones.
        case random
    }

    package var listing: ArticleListing
    /// The article to start from, itself excluded. Nil means the list's start, or its end when going backward.
    package var from: ArticleID?
    package var direction: Direction
    /// Maximum number of articles.
    package var limit: Int

    package init(_ listing: ArticleListing, from: ArticleID?, _ direction: Direction, limit: Int = 1) {
        self.listing = listing
        self.from = from
        self.direction = direction
        self.limit = limit
    }
}
