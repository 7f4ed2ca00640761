import Basics

package import struct FoundationEssentials.Date

/// A feed that the person reads, and its health.
package struct Subscription: Identifiable, Equatable, Sendable {
    package let id: SubscriptionID
    /// The address to fetch, byte for byte as subscribed or as adopted from permanent redirects.
    package var feedURL: String
    /// The person's own name for it, else the feed document's title.
    package var name: String?
    package var homePageURL: String?
    /// Its folders, outermost first; empty at the top level.
    package var folder: [String]
    package var unreadCount: Int
    package var articleCount: Int
    package var health: FeedHealth
    package var preferences: FeedPreferences
    /// The time before which the server of the feed, or of another feed of its host, forbids requests.
    package var waitsUntil: Date?

    package init(
        id: SubscriptionID, feedURL: String, name: String? = nil, homePageURL: String? = nil, folder: [String] = [],
        unreadCount: Int = 0, articleCount: Int = 0, health: FeedHealth = FeedHealth(),
        preferences: FeedPreferences = FeedPreferences(), waitsUntil: Date? = nil
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
        self.waitsUntil = waitsUntil
    }

    /// The title to show: its name, else its address.
    package var title: String {
        name ?? shownAddress
    }

    /// `feedURL` in a form that is safe to show.
    package var shownAddress: String { ShownAddress.of(feedURL) }
}

/// The last success, the last problem and the next attempt of a feed.
package struct FeedHealth: Equatable, Sendable {
    /// The time of the last response that was a feed or that reported no change.
    package var lastSuccess: Date?
    package var lastAttempt: Date?
    /// No scheduled poll comes before this time.
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

/// The problem that keeps a feed from updating.
package struct FeedProblem: Equatable, Sendable {
    /// The kinds of problem that lede or a person treats differently.
    package enum Kind: String, Sendable, CaseIterable {
        /// 410: the feed has ended and is not polled again.
        case gone
        /// The server set a time to come back (429, 503, Retry-After).
        case waiting
        /// HTML in place of a feed: a hotspot's login page, or a site that has moved.
        case notAFeed
        /// The server wants credentials (401), or the configured ones cannot be read.
        case credentials
        /// 404: there is no feed at the address.
        case notFound
        /// 502 or 504: a gateway could not reach the server, or could not use its response (RFC 9110 §15.6.3, §15.6.5).
        case gateway
        /// The server answered with another error, or a program of the person failed.
        case status
        /// No connection, an unknown host name, an untrusted certificate, or an interrupted transfer.
        case network
    }

    package var kind: Kind
    /// One line for a person, safe for a terminal.
    package var message: String

    /// The problem of a feed whose server answers 410.
    package static let gone = FeedProblem(kind: .gone, message: "410: the feed is gone for good")

    package init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// The problem of a response with an error status that asks for neither a login nor a pause.
    package init(status: Int, message: String) {
        let kind: Kind =
            switch status {
            case 404: .notFound
            case 502, 504: .gateway
            default: .status
            }
        self.init(kind: kind, message: message)
    }
}
