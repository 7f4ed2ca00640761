package import ArticleStorage
package import FoundationEssentials

/// How the feed service goes about its work; every limit has its default here.
package struct FeedServiceSettings: Sendable {
    /// Sent as `User-Agent`.
    package var userAgent: String
    /// The most bytes of one feed document once decoded (default 32 MiB).
    package var feedBytes = 32 << 20
    /// The most bytes of an article's page once decoded (default 8 MiB).
    package var pageBytes = 8 << 20
    /// The most older pages that are fetched to fill a hole between two visits (default 10).
    package var olderPages = 10
    /// What is given up after a refresh (default: nothing).
    package var retention = RetentionPolicy()
    /// In seconds, for name, connection and TLS together (default 10).
    package var connectTimeout = 10
    /// A transfer of which not one byte came for so many seconds ends (default 20).
    package var stallTimeout = 20
    /// A visit that takes longer than this goes on without the refresh that began it (default 30 s).
    package var slowAfter = Duration.seconds(30)
    /// Visits that may go on so at once; further ones are given up (default 64).
    package var slowVisits = 64
    /// A refresh ends within this time, whatever servers do (default 10 minutes).
    package var refreshBound = Duration.seconds(600)
    /// In seconds: the longest that one exchange for a feed may take (default 6 hours), …
    package var feedTimeout = 6 * 3600
    /// … and one for a page, a look at an address, or a sync (default 3 minutes).
    package var pageTimeout = 180
    /// Exchanges that may be under way at once, the late ones included, which wait for their servers.
    package static let exchangesAtOnce = 256
    package var exchangesAtOnce = Self.exchangesAtOnce
    /// Validators that a server has confirmed for so many seconds are dropped once, as some servers answer 304 for ever (default 8 days).
    package var validatorTrust: TimeInterval = 8 * 24 * 3600
    /// A permanent redirect is adopted after so many visits in a row that gave the same feed there (default 3).
    package var redirectVisits = 3
    /// A process that holds a feed's lease for longer than this many seconds is taken for dead (default 10 minutes).
    package var lease: TimeInterval = 600
    /// Stored responses that were not used for so many seconds are cleaned away after a refresh; nil: only room decides.
    package var cacheAge: TimeInterval?
    /// What feeds behind a login want to see.
    package var keyring = Keyring()
    /// Where the tokens of logins are kept; nil: in memory only.
    package var sessions: SessionFiles?
    /// Where lede keeps secrets that were typed; they go with their account.
    package var secretFolder: String?
    /// The time it is; tests pass their own.
    package var now: @Sendable () -> Date = { Date() }
    /// A number in 0..<1 that keeps many feeds from being asked at the same moment; tests pass their own.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

    var schedule = PollingSchedule()

    package init(userAgent: String) {
        self.userAgent = userAgent
    }
}
