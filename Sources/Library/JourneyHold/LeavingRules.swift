package import FeedModel

package import struct FoundationEssentials.Date

/// Which articles leave the hold first when there is no room.
package enum LeavingRules {
    /// What was read stays for so many seconds, for those who go back to it (48 hours).
    package static let stayAfterReading = 48.0 * 3600

    /// An article aboard, as far as it matters here.
    package struct Candidate: Equatable, Sendable {
        package var id: ArticleID
        package var date: Date
        package var isStarred: Bool
        package var isByHand: Bool
        /// The library has it no more, or the person's rules hide it.
        package var isGone: Bool
        /// When it was first seen to have been read.
        package var readSince: Date?

        package init(
            id: ArticleID, date: Date, isStarred: Bool = false, isByHand: Bool = false, isGone: Bool = false,
            readSince: Date? = nil
        ) {
            self.id = id
            self.date = date
            self.isStarred = isStarred
            self.isByHand = isByHand
            self.isGone = isGone
            self.readSince = readSince
        }
    }

    /// In the order in which they leave: gone ones; then read ones, the longest read first; then unread ones, the oldest first,
    /// so that a full hold never keeps out what is new. Starred ones and those taken by hand never do.
    package static func order(_ candidates: [Candidate], now: Date) -> [ArticleID] {
        candidates.compactMap { candidate -> (rank: Int, since: Date, id: ArticleID)? in
            if candidate.isGone { return (0, candidate.date, candidate.id) }
            guard !candidate.isStarred, !candidate.isByHand else { return nil }
            guard let read = candidate.readSince else { return (2, candidate.date, candidate.id) }
            return now.timeIntervalSince(read) >= stayAfterReading ? (1, read, candidate.id) : nil
        }
        .sorted { ($0.rank, $0.since, $0.id) < ($1.rank, $1.since, $1.id) }
        .map(\.id)
    }
}
