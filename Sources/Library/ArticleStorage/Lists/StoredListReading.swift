package import FeedModel

/// Where lists of articles are read: in the store, or on a connection apart from it, where a read can be given up.
package protocol ArticleListReading {
    /// Runs `body` on one unchanging state of the library.
    func readList<Value>(_ body: (LibraryState) throws -> Value) throws(ArticleStoreError) -> Value
}

extension ArticleListReading {
    /// Some neighbouring rows of a list, at most `limit`. The cost follows the rows shown, not the length of the list; where
    /// the anchor's article is no more, the page is the first.
    package func page(
        of listing: ArticleListing, at anchor: PageAnchor, limit: Int
    ) throws(ArticleStoreError) -> ArticlePage {
        try readList { try $0.page(of: listing, at: anchor, limit: limit) }
    }

    /// All articles of a list, in no order.
    package func ids(of listing: ArticleListing) throws(ArticleStoreError) -> [ArticleID] {
        try readList { state in
            try state.database.selection(of: listing).map { try state.ids(of: $0, in: .everything) } ?? []
        }
    }

    /// How many articles a list holds. The cost follows their number.
    package func count(of listing: ArticleListing) throws(ArticleStoreError) -> Int {
        try readList { state in
            try state.database.selection(of: listing).map { try state.ids(of: $0, in: .everything).count } ?? 0
        }
    }

    /// The nearest unread article behind this one in the list, or the list's first one.
    package func nextUnread(
        in listing: ArticleListing, after id: ArticleID? = nil
    ) throws(ArticleStoreError) -> ArticleSummary? {
        try readList { try $0.nearestUnread(.down, in: listing, from: id) }
    }

    /// The nearest unread article before this one in the list, or the list's last one.
    package func previousUnread(
        in listing: ArticleListing, before id: ArticleID? = nil
    ) throws(ArticleStoreError) -> ArticleSummary? {
        try readList { try $0.nearestUnread(.up, in: listing, from: id) }
    }
}

extension ArticleStore: ArticleListReading {
    package func readList<Value>(_ body: (LibraryState) throws -> Value) throws(ArticleStoreError) -> Value {
        try read { try body(LibraryState($0)) }
    }
}
