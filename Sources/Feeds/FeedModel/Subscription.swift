public import struct FoundationEssentials.Date

/// A feed that the person reads, and how it fares.
public struct Subscription: Identifiable, Equatable, Sendable {
    public let id: SubscriptionID
    /// Where it is fetched, byte for byte as subscribed or as adopted from permanent redirects.
    public var feedURL: String
    /// The person's own name for it, else the one that the feed document gives.
    public var name: String?
    public var homePageURL: String?
    /// The folders it lies in, outermost first; empty at the top level.
    public var folder: [String]
    public var unreadCount: Int
    public var articleCount: Int
    public var health: FeedHealth
    public var preferences: FeedPreferences

    public init(
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
    public var title: String {
        name ?? shownAddress
    }

    /// `feedURL` as it may be shown.
    public var shownAddress: String { ShownAddress.of(feedURL) }
}

/// When a feed was last heard of, what was wrong, and when it will be asked again.
public struct FeedHealth: Equatable, Sendable {
    /// The last answer that was a feed, or said that nothing had changed.
    public var lastSuccess: Date?
    public var lastAttempt: Date?
    /// Not asked by schedule before this moment.
    public var nextAttempt: Date?
    public var consecutiveFailures: Int
    public var problem: FeedProblem?

    public init(
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
public struct FeedProblem: Equatable, Sendable {
    /// The kinds that a person treats differently.
    public enum Kind: String, Sendable, CaseIterable {
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

    public var kind: Kind
    /// One line for a person, safe for a terminal.
    public var message: String

    public init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}
