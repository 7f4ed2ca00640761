import ArticleStorage
import CurlTransport
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import JourneyHold

/// The services that the commands use, opened as far as each needs them: the library first, the network only to fetch.
struct Workplace {
    let paths: Paths
    var configuration: Configuration
    let store: ArticleStore
    /// The articles packed for a journey.
    let hold: LazyHold

    /// Opens the library; a setting that cannot be read is told on standard error, and its default holds.
    init() throws {
        paths = Paths.current
        try paths.create()
        configuration = Configuration.load(from: paths.configurationFile).reportingProblems()
        store = try ArticleStore(path: paths.library)
        store.rules = configuration.rules.rules
        // Applies the marks that another process could not write in time; if the library is locked now, a later process
        // does it.
        _ = try? store.recoverMarks()
        if let reason = store.readOnlyReason { Console.complain("lede: \(reason)") }
        hold = LazyHold(folder: paths.dataFolder)
        store.setAboard { [hold] in (try? hold.existing()?.articlesAboard()) ?? [] }
    }

    /// The feed service with a real transport under it. Nothing connects before something is asked for.
    ///
    /// - Parameter isOffline: keeps this process offline, whatever the switch of the library says.
    func service(isOffline: Bool = false) throws -> FeedService {
        FilePermissions.makePrivate(paths.cache)
        var cacheConfiguration = ResponseCache.Configuration(path: paths.cache)
        cacheConfiguration.diskCapacity = configuration.cacheMegabytes << 20
        var transport = configuration.curl
        transport.maxConnectionsPerHost = 2
        transport.maxConnections = FeedServiceSettings.exchangesAtOnce
        var settings = FeedServiceSettings(userAgent: Self.userAgent)
        settings.retention = configuration.retention
        settings.keyring = Keyring(configuration.credentials)
        settings.cacheAge = configuration.cacheDays.map { Double($0) * 86_400 }
        return FeedService(
            store: store,
            cache: try ResponseCache(cacheConfiguration),
            transport: CurlTransport(transport),
            settings: settings,
            owner: LeaseOwner.current.name,
            log: RequestLog(path: paths.requestLog), isOffline: isOffline)
    }

    /// The address is nobody's until lede has a page of its own (RFC 2606).
    static let userAgent = "lede/\(Version.number) (+https://lede.test)"
}

extension ArticleStore {
    /// The feed of this address, which may lack the `user:password@` that the feed was added with, as `lede list` shows it.
    func subscription(at address: String) throws -> Subscription? {
        try subscription(feedURL: address) ?? subscriptions().first { $0.shownAddress == address }
    }
}
