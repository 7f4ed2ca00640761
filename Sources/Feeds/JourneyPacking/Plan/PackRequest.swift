package import ArticleStorage
package import FeedModel

/// A person's request to pack articles.
package struct PackRequest: Equatable, Sendable {
    /// Articles of these lists; with the flag, only unread ones.
    package var scopes: [Scope]
    /// True if the person named these articles: they are never removed automatically.
    var isByHand: Bool
    /// True to pack enclosures as well, even of feeds whose settings do not ask for them.
    package var wantsEnclosures: Bool
    /// The words that the person typed for the scopes; empty for the usual ones.
    var words: [String] = []
    /// True if its articles were added to the journey of an earlier run. Articles that the person has removed since,
    /// and their enclosures, stay removed.
    package var isInJourney = false

    package struct Scope: Equatable, Sendable {
        package var scope: ArticleScope
        package var unreadOnly: Bool

        package init(_ scope: ArticleScope, unreadOnly: Bool = false) {
            self.scope = scope
            self.unreadOnly = unreadOnly
        }
    }

    package init(_ scopes: [Scope] = Self.usual, isByHand: Bool = false, wantsEnclosures: Bool = false) {
        self.scopes = scopes
        self.articles = []
        self.isByHand = isByHand
        self.wantsEnclosures = wantsEnclosures
    }

    /// Single articles in addition to the scopes.
    var articles: [ArticleID]

    /// The scopes that these words name.
    ///
    /// - Parameter indexesFirst: false if the caller has already indexed new articles: a search finds no others.
    package init(
        _ words: [String], in store: ArticleStore, wantsEnclosures: Bool = false, indexesFirst: Bool = true
    ) throws {
        self.init(try PackScopes.scopes(words, in: store), wantsEnclosures: wantsEnclosures)
        self.words = words
        if indexesFirst, scopes.contains(where: { $0.scope.isSearched }) { while try store.indexPending() > 0 {} }
    }

    package init(articles: [ArticleID], wantsEnclosures: Bool = false) {
        self.init([], isByHand: true, wantsEnclosures: wantsEnclosures)
        self.articles = articles
    }

    /// Starred articles, and unread articles of feeds that are not hidden.
    static let usual = [Scope(.starred), Scope(.unread)]
}
