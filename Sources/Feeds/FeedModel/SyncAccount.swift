public import struct FoundationEssentials.Date

/// The library's own number for an account at a sync server; never reused.
public struct AccountID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A sync server whose feeds stand among the person's own.
public struct SyncAccount: Identifiable, Equatable, Sendable {
    public let id: AccountID
    /// Where it is asked.
    public var url: String
    public var cursor: SyncCursor
    public var health: FeedHealth
    /// The server's order not to ask before (RFC 9110 §10.2.3).
    public var retryAfter: Date?
    /// When the server was last found to have let go of what never came here.
    public var gapFound: Date?
    /// Marks that have not reached it.
    public var outgoingCount: Int
    /// Of these, marks on articles that it no longer knows; they wait until it knows them again.
    public var strandedCount: Int

    public init(
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
