package import struct FoundationEssentials.Date

/// The library's own number for an account at a sync server; never reused.
package struct AccountID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A sync server whose feeds stand among the person's own.
package struct SyncAccount: Identifiable, Equatable, Sendable {
    package let id: AccountID
    /// Where it is asked.
    package var url: String
    package var cursor: SyncCursor
    package var health: FeedHealth
    /// The server's order not to ask before (RFC 9110 §10.2.3).
    package var retryAfter: Date?
    /// When the server was last found to have let go of what never came here.
    package var gapFound: Date?
    /// Marks that have not reached it.
    package var outgoingCount: Int
    /// Of these, marks on articles that it no longer knows; they wait until it knows them again.
    package var strandedCount: Int

    package init(
        id: AccountID, url: String, cursor: SyncCursor = SyncCursor(), health: FeedHealth = FeedHealth(),
        retryAfter: Date? = nil, gapFound: Date? = nil, outgoingCount: Int = 0, strandedCount: Int = 0
    ) {
        self.id = id
        self.url = url
        self.cursor = cursor
        self.health = health
        self.retryAfter = retryAfter
        self.gapFound = gapFound
        self.outgoingCount = outgoingCount
        self.strandedCount = strandedCount
    }
}
