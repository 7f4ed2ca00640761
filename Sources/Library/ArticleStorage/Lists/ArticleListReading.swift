package import FeedModel

/// A source of article lists: the store, or a separate connection whose reads can be interrupted.
package protocol ArticleListReading {
    /// Runs `body` on one snapshot of the library.
    func readList<Value>(_ body: (LibraryState) throws -> Value) throws(ArticleStoreError) -> Value
}

extension ArticleListReading {
    /// Returns some neighbouring rows of a list, at most `limit`. The cost depends on the rows shown, not on the
    /// length of the list. If the anchor's article no longer exists, returns the first page.
    package func page(
        of listing: ArticleListing, at anchor: PageAnchor, limit: Int
    ) throws(ArticleStoreError) -> ArticlePage {
        try readList { try $0.page(of: listing, at: anchor, limit: limit) }
    }

    /// Returns all articles of a list, in no particular order.
    package func ids(of listing: ArticleListing) throws(ArticleStoreError) -> [ArticleID] {
        try readList { state in
            try state.database.selection(of: listing).map { try state.ids(of: $0, in: .everything) } ?? []
        }
    }

    /// Returns the number of articles in a list. The cost grows with it.
    package func count(of listing: ArticleListing) throws(ArticleStoreError) -> Int {
        try readList { state in
            try state.database.selection(of: listing).map(state.database.count) ?? 0
        }
    }

    /// Returns the unread articles that follow this one in the list, the nearest first, or the list's first ones.
    package func unread(
        in listing: ArticleListing, after id: ArticleID?, limit: Int
    ) throws(ArticleStoreError) -> [ArticleSummary] {
        try readList { try $0.nearestUnread(.down, in: listing, from: id, limit: limit) }
    }

    /// Returns the unread articles that precede this one in the list, the nearest first, or the list's last ones.
    package func unread(
        in listing: ArticleListing, before id: ArticleID?, limit: Int
    ) throws(ArticleStoreError) -> [ArticleSummary] {
        try readList { try $0.nearestUnread(.up, in: listing, from: id, limit: limit) }
    }
}

extension ArticleStore: ArticleListReading {
    package func readList<Value>(_ body: (LibraryState) throws -> Value) throws(ArticleStoreError) -> Value {
        try read { try body(LibraryState($0)) }
    }
}
