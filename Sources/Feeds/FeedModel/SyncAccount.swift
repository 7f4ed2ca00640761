package import struct FoundationEssentials.Date

/// The library's own number for an account at a sync server; never reused.
package struct AccountID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A sync server whose feeds appear among the person's own.
package struct SyncAccount: Identifiable, Equatable, Sendable {
    package let id: AccountID
    /// The server's address.
    package var url: String
    package var cursor: SyncCursor
    package var health: FeedHealth
    /// The server's order not to ask before (RFC 9110 §10.2.3).
    package var retryAfter: Date?
    /// The time at which the server was last found to have dropped changes that never came here.
    package var gapFound: Date?
    /// Marks that the server does not have yet.
    package var outgoingCount: Int
    /// The number of those marks on articles that the server no longer knows; they wait until it knows them again.
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
