import Basics
package import FeedModel
import GRDB

import struct FoundationEssentials.Date

/// A mark that was given, and the articles that it changed: the data for undo.
package struct MarkChange: Equatable, Sendable {
    package let mark: Mark
    package let articles: [ArticleID]

    package init(mark: Mark, articles: [ArticleID]) {
        self.mark = mark
        self.articles = articles
    }
}

extension ArticleStore {
    /// Maximum number of articles marked in one transaction. It takes a few milliseconds, for which other writers wait.
    package static let markedAtOnce = 1_000

    /// Sets a mark on articles in one transaction, which survives `kill -9` once this returns. The change token
    /// does not change.
    @discardableResult
    package func set(_ mark: Mark, on ids: [ArticleID]) throws(ArticleStoreError) -> MarkChange {
        try writeKnown { database in
            MarkChange(mark: mark, articles: try database.set(mark, on: withCopies(ids, in: database)))
        }
    }

    /// Removes a mark from the articles that it changed, and from no other.
    package func undo(_ change: MarkChange) throws(ArticleStoreError) {
        for piece in change.articles.pieces(of: Self.markedAtOnce) {
            try write { _ = try $0.set(change.mark.opposite, on: piece) }
        }
    }

    /// Returns the unread articles of a part of a list.
    package func unread(_ range: MarkRange, of listing: ArticleListing) throws(ArticleStoreError) -> [ArticleID] {
        var unread = listing
        unread.unreadOnly = true
        unread.kept = []
        return try readList { state in
            if listing.isSorted, range.dependsOnOrder {
                return try SortedRows(listing, in: state)?.unread(range).sorted() ?? []
            }
            return try state.database.selection(of: unread).map { selection in
                // Follows the order of the table, so that a piece touches few of its pages.
                let ids = try state.ids(of: selection, in: state.database.span(of: range, order: listing.order))
                    .sorted()
                guard selection.foldsStories, range.isPart else { return ids }
                // A copy in the range may belong to a row outside it.
                let copies = try state.copies(of: nil, in: selection)
                return ids.filter { !copies.contains($0) }
            } ?? []
        }
    }
}

extension ArticleStore {
    /// Returns the articles to which a mark of the person applies.
    func withCopies(_ ids: some Sequence<ArticleID>, in database: Database) throws -> [ArticleID] {
        marksStoriesTogether ? try database.withCopies(ids) : Array(ids)
    }
}

extension MarkRange {
    fileprivate var isPart: Bool { self != .all }

    fileprivate var dependsOnOrder: Bool {
        switch self {
        case .above, .below: true
        case .all, .olderThan: false
        }
    }
}

extension Mark {
    fileprivate var opposite: Mark {
        switch self {
        case .read(let value): .read(!value)
        case .starred(let value): .starred(!value)
        case .tagged(let name, let value): .tagged(name, !value)
        }
    }

    var value: Bool {
        switch self {
        case .read(let value), .starred(let value), .tagged(_, let value): value
        }
    }

    /// The column of `article` that holds the mark; nil for a tag, which has its own table.
    var column: String? {
        switch self {
        case .read: "isRead"
        case .starred: "isStarred"
        case .tagged: nil
        }
    }
}

extension Database {
    /// Sets the person's marks; no other function sets them. Returns the articles whose mark changed.
    func set(_ mark: Mark, on ids: some Sequence<ArticleID>) throws -> [ArticleID] {
        let changed: [ArticleID]
        if case .tagged(let name, let isAdded) = mark {
            changed = try tag(ids, name, isAdded: isAdded)
        } else {
            changed = try set(mark, in: mark.column ?? "", of: ids)
        }
        try enqueue(mark, of: changed)
        return changed
    }

    private func set(_ mark: Mark, in column: String, of ids: some Sequence<ArticleID>) throws -> [ArticleID] {
        try all(
            """
            UPDATE article SET \(column) = ?1
            WHERE id IN (SELECT value FROM json_each(?2)) AND \(column) <> ?1 RETURNING id
            """,
            [mark.value, ids.jsonArray]
        ) { ArticleID(rawValue: $0[0]) }
    }

    /// Returns the places that a range of a list covers; an empty span if its article no longer exists.
    fileprivate func span(of range: MarkRange, order: ArticleOrder) throws -> Span {
        // Lists sorted in memory have no spans; see `SortedRows`.
        switch (range, order == .oldestFirst ? order : .newestFirst) {
        case (.all, _):
            return .everything
        case (.olderThan(let date), _):
            return .before(Place(firstOf: date))
        case (.above(let id), .newestFirst), (.below(let id), .oldestFirst):
            return try place(of: id).map(Span.after) ?? .nothing
        case (.below(let id), .newestFirst), (.above(let id), .oldestFirst):
            return try place(of: id).map(Span.before) ?? .nothing
        case (.above, _), (.below, _): return .nothing
        }
    }
}
