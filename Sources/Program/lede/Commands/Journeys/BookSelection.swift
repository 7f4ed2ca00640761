import ArticleStorage
import FeedModel
import Foundation
import JourneyPacking

/// The articles of a book in its order: feed by feed as the list of feeds has them, the newest article first.
struct BookSelection {
    let rows: [ArticleSummary]
    /// True if the limit left out older articles.
    let isCut: Bool

    /// - Parameter words: the scopes as `lede pack` reads them; without words, unread articles. A search finds only indexed
    ///   articles.
    init(_ words: [String], limit: Int, in store: ArticleStore) throws {
        let request =
            words.isEmpty
            ? PackRequest([PackRequest.Scope(.unread)]) : try PackRequest(words, in: store, indexesFirst: false)
        var found: [ArticleID: ArticleSummary] = [:]
        var hasMore = false
        for scope in request.scopes {
            let listing = ArticleListing(scope.scope, unreadOnly: scope.unreadOnly, midnight: .localMidnight)
            let page = try store.page(of: listing, at: .start, limit: limit)
            for row in page.rows { found[row.id] = row }
            hasMore = hasMore || page.hasLaterRows
        }
        let newest = found.values.sorted { ($0.date, $0.id.rawValue) > ($1.date, $1.id.rawValue) }.prefix(limit)
        isCut = hasMore || found.count > limit
        let byFeed = Dictionary(grouping: newest, by: \.subscription)
        rows = try store.subscriptions().flatMap { byFeed[$0.id] ?? [] }
    }
}
