package import ArticleStorage
package import FoundationEssentials
import SyncEngine

/// The settings of the feed service; every limit has its default here.
package struct FeedServiceSettings: Sendable {
    /// The text that is sent as `User-Agent`.
    var userAgent: String
    /// Maximum size of one decoded feed document, in bytes (default 32 MiB).
    var feedBytes = 32 << 20
    /// Maximum size of arriving feed documents in memory, in bytes, besides the first 256 KB of each (default 64 MB).
    var feedBytesAtOnce = 64 << 20
    /// Maximum size of decoded feed documents in memory, in bytes (default 64 MB, at least one document).
    var decodedBytesAtOnce = 64 << 20
    /// Maximum size of a decoded response of an account's server, in bytes (default 64 MiB): some protocols return
    /// everything at once.
    var accountBytes = 64 << 20
    /// Maximum size of an article's decoded page, in bytes (default 8 MiB).
    var pageBytes = 8 << 20
    /// Maximum number of older pages that are fetched to fill a gap between two visits (default 10).
    var olderPages = 10
    /// The limits of articles kept after a refresh (default: none).
    package var retention = RetentionPolicy()
    /// In seconds, for name, connection and TLS together (default 10).
    package var connectTimeout = 10
    /// A transfer ends after this many seconds without a byte (default 20).
    package var stallTimeout = 20
    /// A visit that takes longer than this continues without the refresh that began it (default 30 s).
    var slowAfter = Duration.seconds(30)
    /// Maximum number of visits that may continue this way; further ones are cancelled (default 64).
    var slowVisits = 64
    /// A refresh ends within this time, however slow the servers are (default 10 minutes).
    package var refreshBound = Duration.seconds(600)
    /// The pages and bytes that one sync of an account fetches; its time is `refreshBound`.
    var syncBounds = SyncBounds()
    /// Maximum time of an exchange for a feed, in seconds (default 6 hours).
    var feedTimeout = 6 * 3600
    /// Maximum time of an exchange for a page or a hotspot's proof, for the discovery of a feed, or in a sync, in
    /// seconds (default 3 minutes).
    var pageTimeout = 180
    /// Maximum time of an exchange for a picture that the reader shows, in seconds (default 10 minutes: 2 MB at 4 KB
    /// a second).
    var pictureTimeout = 600
    /// Maximum number of simultaneous exchanges, including the late ones that wait for their servers.
    package static let exchangesAtOnce = 256
    package var exchangesAtOnce = Self.exchangesAtOnce
    /// Maximum number of bytes per second that all exchanges together receive; nil for no limit.
    package var maximumBytesPerSecond: Int?
    /// Minimum rate of each exchange under a rate limit, beyond the first few exchanges, in bytes per second (4 KiB):
    /// if more exchanges shared the limit, all their documents would arrive only at the end.
    private static let leastRate = 4 << 10
    /// True if the rate of all exchanges together is limited.
    var limitsRate: Bool { maximumBytesPerSecond != nil }
    /// Maximum number of simultaneous exchanges under the rate limit, if there is one.
    var exchangesWithinRate: Int {
        let byRate = maximumBytesPerSecond.map { max(ExchangeLimit.start, $0 / Self.leastRate) }
        return min(exchangesAtOnce, byRate ?? .max)
    }
    /// Maximum number of connections to one host.
    package static let connectionsPerHost = 2
    /// Size of the HTTP cache's memory tier, in bytes (256 KB): room for the heads of 256 responses. A body is read
    /// once, when it arrives.
    package static let cacheMemory = 256 << 10
    /// Validators that a server has confirmed for this many seconds are left out of one request, since some servers
    /// answer 304 forever (default 8 days).
    var validatorTrust: TimeInterval = 8 * 24 * 3600
    /// A permanent redirect is adopted after this many consecutive visits that found the same feed there (default 3).
    var redirectVisits = 3
    /// A process that holds a feed's lease for longer than this many seconds counts as dead (default 10 minutes).
    var lease: TimeInterval = 600
    /// Stored responses unused for this many seconds are removed after a refresh; nil means that only the cache's size
    /// decides.
    package var cacheAge: TimeInterval?
    /// The credentials of feeds behind a login.
    package var keyring = Keyring()
    /// The folder of login tokens; nil if they are kept in memory only.
    package var sessions: SessionFiles?
    /// The folder of secrets that the person typed; a secret is removed together with its account.
    package var secretFolder: String?
    /// The current time; tests pass their own.
    package var now: @Sendable () -> Date = { Date() }
    /// A number in 0..<1 that spreads the polls of many feeds; tests pass their own.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

    var schedule = PollingSchedule()

    package init(userAgent: String) {
        self.userAgent = userAgent
    }
}
