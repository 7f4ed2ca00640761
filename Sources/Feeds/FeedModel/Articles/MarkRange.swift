package import struct FoundationEssentials.Date

/// The part of a list to mark as read.
package enum MarkRange: Hashable, Sendable {
    case all
    /// The articles from the top of the list to this article, which is not marked itself.
    case above(ArticleID)
    /// The articles from this article, which is not marked itself, to the end of the list.
    case below(ArticleID)
    /// The articles dated before this time.
    case olderThan(Date)
}
