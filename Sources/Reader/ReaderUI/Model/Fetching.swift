package import FeedModel

/// Something that the person opened and that is on its way.
package enum Fetching: Hashable, Sendable {
    /// The page of an article.
    case page(ArticleID)
    case feed(SubscriptionID)
}
