package import FeedModel

/// Something that the person opened and that is being fetched.
package enum Fetching: Hashable, Sendable {
    /// The page of an article.
    case page(ArticleID)
    case feed(SubscriptionID)
}
