import Basics

package import struct FoundationEssentials.Date

/// A feed that the person reads, and how it fares.
package struct Subscription: Identifiable, Equatable, Sendable {
    package let id: SubscriptionID
    /// Where it is fetched, byte for byte as subscribed or as adopted from permanent redirects.
    package var feedURL: String
    /// The person's own name for it, else the one that the feed document gives.
    package var name: String?
    package var homePageURL: String?
    /// The folders it lies in, outermost first; empty at the top level.
    package var folder: [String]
    package var unreadCount: Int
    package var articleCount: Int
    package var health: FeedHealth
    package var preferences: FeedPreferences

    package init(
        id: SubscriptionID, feedURL: String, name: String? = nil, homePageURL: String? = nil, folder: [String] = [],
        unreadCount: Int = 0, articleCount: Int = 0, health: FeedHealth = FeedHealth(),
        preferences: FeedPreferences = FeedPreferences()
    ) {
        self.id = id
        self.feedURL = feedURL
        self.name = name
        self.homePageURL = homePageURL
        self.folder = folder
        self.unreadCount = unreadCount
        self.articleCount = articleCount
        self.health = health
        self.preferences = preferences
    }

    /// What to call it: its name, else its address.
    package var title: String {
        name ?? shownAddress
    }

    /// `feedURL` as it may be shown.
    package var shownAddress: String { ShownAddress.of(feedURL) }
}

/// When a feed was last heard of, what was wrong, and when it will be asked again.
package struct FeedHealth: Equatable, Sendable {
    /// The last answer that was a feed, or said that nothing had changed.
    package var lastSuccess: Date?
    package var lastAttempt: Date?
    /// Not asked by schedule before this moment.
    package var nextAttempt: Date?
    package var consecutiveFailures: Int
    package var problem: FeedProblem?

    package init(
        lastSuccess: Date? = nil, lastAttempt: Date? = nil, nextAttempt: Date? = nil, consecutiveFailures: Int = 0,
        problem: FeedProblem? = nil
    ) {
        self.lastSuccess = lastSuccess
        self.lastAttempt = lastAttempt
        self.nextAttempt = nextAttempt
        self.consecutiveFailures = consecutiveFailures
        self.problem = problem
    }
}

/// What keeps a feed from coming.
package struct FeedProblem: Equatable, Sendable {
    /// The kinds that a person treats differently.
    package enum Kind: String, Sendable, CaseIterable {
        /// 410: the feed is over and is not asked again.
        case gone
        /// The server said when to come back (429, 503, Retry-After).
        case waiting
        /// HTML where a feed was: a hotspot's login page, or a site that has moved.
        case notAFeed
        /// The server wants credentials (401), or those that the configuration names cannot be had.
        case credentials
        /// The server answered with an error.
        case status
        /// No connection, no name, no trust (TLS), or a transfer that broke off.
        case network
    }

    package var kind: Kind
    /// One line for a person, safe for a terminal.
    package var message: String

    package init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}
