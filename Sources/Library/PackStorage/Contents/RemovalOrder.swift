import FeedModel

import struct FoundationEssentials.Date

/// The order in which articles are removed from a full pack store.
enum RemovalOrder {
    /// The time for which a read article stays, in case the person returns to it, in seconds (48 hours).
    static let timeAfterReading = 48.0 * 3600

    /// A packed article, with the data that these rules need.
    struct Candidate: Equatable, Sendable {
        var id: ArticleID
        var date: Date
        var isStarred: Bool
        var isByHand: Bool
        /// True if the library no longer has it, or the person's rules hide it.
        var isGone: Bool
        /// The time at which it was first seen as read.
        var readSince: Date?
    }

    /// Sorts articles in the order of their removal: first those that are gone; then read ones, starting with the one
    /// read longest ago; then unread ones, the oldest first, so that a full pack store never keeps out new articles.
    /// Starred articles and those packed by hand are never removed.
    static func ids(_ candidates: [Candidate], now: Date) -> [ArticleID] {
        candidates.compactMap { candidate -> (rank: Int, since: Date, id: ArticleID)? in
            if candidate.isGone { return (0, candidate.date, candidate.id) }
            guard !candidate.isStarred, !candidate.isByHand else { return nil }
            guard let read = candidate.readSince else { return (2, candidate.date, candidate.id) }
            return now.timeIntervalSince(read) >= timeAfterReading ? (1, read, candidate.id) : nil
        }
        .sorted { ($0.rank, $0.since, $0.id) < ($1.rank, $1.since, $1.id) }
        .map(\.id)
    }
}
