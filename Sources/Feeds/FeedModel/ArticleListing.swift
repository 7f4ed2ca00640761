package import struct FoundationEssentials.Date

/// A list of articles as a view shows it: which articles, in which order.
package struct ArticleListing: Hashable, Sendable {
    package var scope: ArticleScope
    package var order: ArticleOrder
    /// Leaves out what has been read, whatever the scope.
    package var unreadOnly: Bool
    /// Articles that stay listed although they have lost the mark they were listed for (just read in a list of unread ones).
    package var kept: Set<ArticleID>
    /// The last local midnight: `.today` begins here, and `after:`/`before:` mean days of this clock.
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

/// The order of a list: by date, and by arrival where dates are equal.
package enum ArticleOrder: String, Sendable, CaseIterable {
    case newestFirst, oldestFirst
}

/// Where in a list a page lies.
package enum PageAnchor: Hashable, Sendable {
    case start, end
    /// The rows that follow this article, which need not be listed any more.
    case after(ArticleID)
    /// The rows that precede this article, which need not be listed any more.
    case before(ArticleID)
    /// The page with this article in its middle, or where it would stand.
    case around(ArticleID)
}

/// Some neighbouring rows of a list, in the list's order.
package struct ArticlePage: Equatable, Sendable {
    package var rows: [ArticleSummary]
    /// Whether the list goes on before the first row.
    package var hasEarlierRows: Bool
    /// Whether the list goes on behind the last row.
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
