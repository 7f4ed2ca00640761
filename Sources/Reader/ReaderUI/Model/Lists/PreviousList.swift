import FeedModel

/// The list that was open before a search began.
struct PreviousList: Equatable, Sendable {
    var scope: ArticleScope?
    var order: ArticleOrder
    /// The articles that stay in it whatever their marks.
    var kept: Set<ArticleID>
    /// The article at which the list stays; nil if it stays at its top.
    var selected: ArticleID?
    var focus: Column
    /// The list to which Esc leads from this one, if this one was opened over it; at most one.
    var before: [PreviousList] = []
}
