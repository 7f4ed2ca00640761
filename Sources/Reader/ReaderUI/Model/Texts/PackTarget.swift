package import FeedModel

/// The articles that `d` packs.
package enum PackTarget: Equatable, Sendable {
    case articles([ArticleID])
    /// The unread articles of a list.
    case unread(ArticleScope)
}
