import FeedModel

/// The rows picked for one command on all of them.
struct RowPicks: Equatable, Sendable {
    private(set) var ids: Set<ArticleID> = []
    /// The row that was picked last, which is the other end of a range.
    private(set) var last: ArticleID?
    /// True while the rows of a range are loading.
    var isRangeAwaited = false

    /// The picks to keep when a filter of the list begins or ends. It may hide the row that was picked last, so a new
    /// range has to be begun.
    var withoutRange: RowPicks {
        var kept = RowPicks()
        kept.ids = ids
        return kept
    }

    /// Picks a row, or unpicks it.
    mutating func toggle(_ id: ArticleID) {
        last = id
        if ids.remove(id) == nil { ids.insert(id) }
    }

    mutating func add(_ range: some Sequence<ArticleID>, endingAt end: ArticleID) {
        last = end
        ids.formUnion(range)
    }

    mutating func remove(_ removed: Set<ArticleID>) {
        ids.subtract(removed)
        if let last, removed.contains(last) { self.last = nil }
    }

    mutating func removeAll() {
        ids = []
        last = nil
    }
}
