package import FeedModel

package import struct FoundationEssentials.Date

/// What the library knows about asking for one feed. The feed service decides the next state, the store keeps it.
package struct PollingState: Equatable, Sendable {
    package let subscription: SubscriptionID
    /// The digest of the document whose articles are in the library. It and the validators are stored in the transaction
    /// of those articles, so they are never ahead of them.
    package var digest: [UInt8]?
    /// Verbatim, its bytes as Latin-1 (RFC 9110 §8.8.3).
    package var etag: String?
    /// Verbatim, its bytes as Latin-1 (RFC 9110 §8.8.2).
    package var lastModified: String?
    /// Since when the two validators have been the same.
    package var validatorsSince: Date?
    /// When it was last heard of, what was wrong, when it will be asked again.
    package var health: FeedHealth
    /// The server's order not to ask before (RFC 9110 §10.2.3); nobody overrides it.
    package var retryAfter: Date?
    /// Until when the server calls its last answer fresh.
    package var freshUntil: Date?
    /// Where permanent redirects (301, 308) have led lately.
    package var redirect: PermanentRedirect?
    /// How many answers in a row were login pages.
    package var loginPages: Int
    /// Where the filling of a hole goes on; nil where there is none.
    package var olderPages: OlderPages?

    package init(
        subscription: SubscriptionID, digest: [UInt8]? = nil, etag: String? = nil, lastModified: String? = nil,
        validatorsSince: Date? = nil, health: FeedHealth = FeedHealth(), retryAfter: Date? = nil,
        freshUntil: Date? = nil, redirect: PermanentRedirect? = nil, loginPages: Int = 0, olderPages: OlderPages? = nil
    ) {
        self.subscription = subscription
        self.digest = digest
        self.etag = etag
        self.lastModified = lastModified
        self.validatorsSince = validatorsSince
        self.health = health
        self.retryAfter = retryAfter
        self.freshUntil = freshUntil
        self.redirect = redirect
        self.loginPages = loginPages
        self.olderPages = olderPages
    }
}

/// A permanent redirect that waits to be adopted.
package struct PermanentRedirect: Equatable, Sendable {
    package var target: String
    /// How many visits in a row it gave the same feed there.
    package var visits: Int

    package init(target: String, visits: Int) {
        self.target = target
        self.visits = visits
    }
}
