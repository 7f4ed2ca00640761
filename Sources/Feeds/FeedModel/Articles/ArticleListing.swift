package import struct FoundationEssentials.Date

/// A list of articles as a view shows it: its scope and its order.
package struct ArticleListing: Hashable, Sendable {
    package var scope: ArticleScope
    package var order: ArticleOrder
    /// Leaves out read articles, whatever the scope.
    package var unreadOnly: Bool
    /// Leaves out articles that are not packed, whatever the scope.
    package var packedOnly = false
    /// Articles that stay listed although they have lost the mark that they were listed for (just read in a list of
    /// unread ones).
    package var kept: Set<ArticleID>
    /// Lists only the first article of a story that several feeds have, unless it is the list of one feed.
    package var foldsStories: Bool
    /// The last local midnight: the start of `.today`, and the clock for the days of `after:` and `before:`.
    package var midnight: Date

    package init(
        _ scope: ArticleScope, order: ArticleOrder = .newestFirst, unreadOnly: Bool = false,
        kept: Set<ArticleID> = [], foldsStories: Bool = false, midnight: Date
    ) {
        self.scope = scope
        self.order = order
        self.unreadOnly = unreadOnly
        self.kept = kept
        self.foldsStories = foldsStories
        self.midnight = midnight
    }
}

extension ArticleListing {
    /// True if reading its rows may take longer than a key press should wait. The guide is short and has one order.
    package var isSearched: Bool { scope != .guide && (scope.isSearched || order.isSorted || packedOnly) }

    /// True if no index of the articles has its order, so that the list is sorted in memory.
    package var isSorted: Bool { order.isSorted || scope.isHistory }
}

/// The order of a list: by date, with equal dates in order of arrival, or an order that depends on all rows.
package enum ArticleOrder: String, Sendable, CaseIterable {
    case newestFirst, oldestFirst
    case title
    /// The order by the titles of the feeds, newest first within each feed.
    case feed
    /// The longest texts first.
    case length
    /// Unread articles first, the oldest at the top.
    case unread

    /// True if no index has this order, so that the list is sorted in memory.
    package var isSorted: Bool { self != .newestFirst && self != .oldestFirst }

    /// The name that the person types.
    package var word: String {
        switch self {
        case .newestFirst: "newest"
        case .oldestFirst: "oldest"
        case .title, .feed, .length, .unread: rawValue
        }
    }

    package init?(word: String) {
        guard let order = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = order
    }
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
    /// True if the list continues after the last row.
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
