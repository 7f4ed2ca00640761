package import FeedModel

package import struct FoundationEssentials.Date
package import typealias FoundationEssentials.TimeInterval

/// The state of polling one feed. The feed service computes the next state, the store saves it.
package struct PollingState: Equatable, Sendable {
    package let subscription: SubscriptionID
    /// The digest of the document whose articles are in the library. It and the validators are stored in the
    /// transaction of those articles, so they are never ahead of them.
    package var digest: [UInt8]?
    /// Verbatim, its bytes as Latin-1 (RFC 9110 §8.8.3).
    package var etag: String?
    /// Verbatim, its bytes as Latin-1 (RFC 9110 §8.8.2).
    package var lastModified: String?
    /// The time since which both validators have been the same.
    package var validatorsSince: Date?
    /// The last success, the last problem and the next attempt.
    package var health: FeedHealth
    /// The time before which the server forbids requests (RFC 9110 §10.2.3); no request ignores it.
    package var retryAfter: Date?
    /// The end of the lifetime that the server gave its last response.
    package var freshUntil: Date?
    /// The target of recent permanent redirects (301, 308).
    package var redirect: PermanentRedirect?
    /// The number of consecutive responses that were login pages.
    package var loginPages: Int
    /// The position from which gap filling continues; nil if there is no gap.
    package var olderPages: OlderPages?
    /// The pace of the last whole document.
    package var pace: PublishingPace

    package init(
        subscription: SubscriptionID, digest: [UInt8]? = nil, etag: String? = nil, lastModified: String? = nil,
        validatorsSince: Date? = nil, health: FeedHealth = FeedHealth(), retryAfter: Date? = nil,
        freshUntil: Date? = nil, redirect: PermanentRedirect? = nil, loginPages: Int = 0, olderPages: OlderPages? = nil,
        pace: PublishingPace = PublishingPace()
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
        self.pace = pace
    }
}

/// The pace at which a feed publishes.
///
/// It is stored: reading the dates of 20 articles at each visit took a twentieth of the processor time of a refresh
/// with nothing new.
package struct PublishingPace: Equatable, Sendable {
    /// The median time between the newest articles, in seconds; nil if it is not known.
    package var articleGap: TimeInterval?
    package var hints: PollingHints

    package init(articleGap: TimeInterval? = nil, hints: PollingHints = PollingHints()) {
        self.articleGap = articleGap
        self.hints = hints
    }
}

/// A permanent redirect that is not adopted yet.
package struct PermanentRedirect: Equatable, Sendable {
    package var target: String
    /// The number of consecutive visits that found the same feed there.
    package var visits: Int

    package init(target: String, visits: Int) {
        self.target = target
        self.visits = visits
    }
}
