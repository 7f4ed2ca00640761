package import struct FoundationEssentials.Date

/// A list of articles as a view shows it: its scope and its order.
package struct ArticleListing: Hashable, Sendable {
    package var scope: ArticleScope
    package var order: ArticleOrder
    /// Leaves out read articles, whatever the scope.
    package var unreadOnly: Bool
    /// Articles that stay listed although they have lost the mark that they were listed for (just read in a list of
    /// unread ones).
    package var kept: Set<ArticleID>
    /// The last local midnight: the start of `.today`, and the clock for the days of `after:` and `before:`.
    package var midnight: Date

    package init(
        _ scope: ArticleScope, order: ArticleOrder = .newestFirst, unreadOnly: Bool = false,
        kept: Set<ArticleID> = [], midnight: Date
    ) {
        self.scope = scope
        self.order = order
        self.unreadOnly = unreadOnly
        self.kept = kept
        self.midnight = midnight
    }
}

/// The order of a list: by date, and by arrival if dates are equal.
package enum ArticleOrder: String, Sendable, CaseIterable {
    case newestFirst, oldestFirst
}

/// The position of a page in a list.
package enum PageAnchor: Hashable, Sendable {
    case start, end
    /// The rows that follow this article, which may have left the list.
    case after(ArticleID)
    /// The rows that precede this article, which may have left the list.
    case before(ArticleID)
    /// The page with this article, or its former position, in the middle.
    case around(ArticleID)
}

/// Some neighbouring rows of a list, in the list's order.
package struct ArticlePage: Equatable, Sendable {
    package var rows: [ArticleSummary]
    /// True if the list continues before the first row.
    package var hasEarlierRows: Bool
    /// True if the list continues behind the last row.
    package var hasLaterRows: Bool

    package init(rows: [ArticleSummary], hasEarlierRows: Bool, hasLaterRows: Bool) {
        self.rows = rows
        self.hasEarlierRows = hasEarlierRows
        self.hasLaterRows = hasLaterRows
    }

    package mutating func set(_ mark: Mark, on articles: Set<ArticleID>) {
        for index in rows.indices where articles.contains(rows[index].id) {
            rows[index].set(mark)
        }
    }
}
