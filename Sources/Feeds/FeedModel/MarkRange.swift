package import struct FoundationEssentials.Date

/// Which part of a list is to be marked as read.
package enum MarkRange: Hashable, Sendable {
    case all
    /// From the top of the list to this article, which is not marked itself.
    case above(ArticleID)
    /// From this article, which is not marked itself, to the end of the list.
    case below(ArticleID)
    /// What is dated before this moment.
    case olderThan(Date)
}
