import Basics

package import struct FoundationEssentials.Date

/// An account on a sync server whose feeds are in the library.
package struct SyncAccount: Identifiable, Equatable, Sendable {
    package let id: AccountID
    package var kind: ServerKind
    /// The base address of the server's API.
    package var url: String
    package var user: String?
    package var secretFile: String?
    /// The folder that holds the server's folders and feeds, outermost first.
    package var folder: [String]
    package var cursor: SyncCursor
    package var health: FeedHealth
    /// The time before which the server forbids requests (RFC 9110 §10.2.3).
    package var retryAfter: Date?
    /// The time of the last sync that found articles missing: the server had dropped them before they were fetched.
    package var gapFound: Date?
    /// Marks that have not reached the server.
    package var outgoingCount: Int
    /// The marks in `outgoingCount` on articles that the server no longer knows. They wait until it knows the articles
    /// again.
    package var strandedCount: Int

    package init(
        id: AccountID, kind: ServerKind = .since, url: String, user: String? = nil, secretFile: String? = nil,
        folder: [String] = [], cursor: SyncCursor = SyncCursor(), health: FeedHealth = FeedHealth(),
        retryAfter: Date? = nil, gapFound: Date? = nil, outgoingCount: Int = 0, strandedCount: Int = 0
    ) {
        self.id = id
        self.kind = kind
        self.url = url
        self.user = user
        self.secretFile = secretFile
        self.folder = folder
        self.cursor = cursor
        self.health = health
        self.retryAfter = retryAfter
        self.gapFound = gapFound
        self.outgoingCount = outgoingCount
        self.strandedCount = strandedCount
    }

    /// `url` in a form that is safe to show.
    package var shownAddress: String { ShownAddress.of(url) }
}

/// The library's own number for an account at a sync server; it is never reused.
package struct AccountID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// An account to add.
package struct NewAccount: Equatable, Sendable {
    package var kind: ServerKind
    /// The base address of the server's API.
    package var url: String
    package var user: String?
    /// The file of mode 600 that holds the password or token; nil means that `[[credentials]]` of the configuration has
    /// it.
    package var secretFile: String?
    /// The folder that holds the server's folders and feeds, outermost first.
    package var folder: [String]

    package init(
        kind: ServerKind, url: String, user: String? = nil, secretFile: String? = nil, folder: [String] = []
    ) {
        self.kind = kind
        self.url = url
        self.user = user
        self.secretFile = secretFile
        self.folder = folder
    }
}
