import ArticleStorage
import CurlTransport
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import PackStorage

/// The services that the commands use. The library opens at once; the network is set up only for commands that fetch.
struct CommandContext {
    let paths: Paths
    var configuration: Configuration
    let store: ArticleStore
    /// The articles packed for a journey.
    let packStore: LazyPackStore
    /// The problem with the state folder; nil if it can be written.
    let stateProblem: ConfigurationProblem?

    /// Opens the library; an unreadable setting is reported on standard error, and its default applies.
    ///
    /// - Parameter isReader: true for the reader, which writes nothing until it calls `ArticleStore.endStartup`.
    init(isReader: Bool = false) throws {
        paths = Paths.current
        stateProblem = try paths.create()
        if let stateProblem { Console.printError("\(stateProblem); continuing without it") }
        configuration = Configuration.load(from: paths.configurationFile).reportingProblems()
        let isNew = !FileManager.default.fileExists(atPath: paths.library)
        store = try ArticleStore(path: paths.library)
        if isReader { store.beginStartup() } else { store.readOnIdleWriter() }
        try store.enforce(configuration.rules.rules, at: Date())
        store.marksStoriesTogether = configuration.marksStoriesTogether
        // Marks that an earlier process could not store before it ended.
        store.recoverMarksAtStart()
        if let reason = store.readOnlyReason { Console.printError(reason) }
        packStore = LazyPackStore(folder: paths.dataFolder) { [store] in (try? store.hasPageText(for: $0)) ?? false }
        store.setPackedArticles { [packStore] in (try? packStore.existing()?.packedArticles()) ?? [] }
        if isNew { try? packStore.existing()?.forgetArticles() }
    }

    /// Creates the feed service with a real transport, which opens no connection before the first request. If the disk
    /// cache cannot be opened, the service uses one in memory. If the configuration may hide a proxy, the service is
    /// offline.
    ///
    /// - Parameters:
    ///   - isOffline: keeps this process offline, whatever the library's own setting.
    ///   - clients: the connections that clients of this process may open.
    ///   - curlLoaded: called on another thread once libcurl is loaded.
    ///   - printError: reports what the service lacks; the reader's screen covers standard error.
    func service(
        isOffline: Bool = false, clients: Int = 0, curlLoaded: (@Sendable () -> Void)? = nil,
        printError: (String) -> Void = { Console.printError($0) }
    ) throws -> FeedService {
        try OpenFiles.require(.network)
        var cacheConfiguration = ResponseCache.Configuration(path: paths.cache)
        cacheConfiguration.memoryCapacity = FeedServiceSettings.cacheMemory
        cacheConfiguration.diskCapacity = configuration.cacheMegabytes << 20
        var transport = configuration.curl
        transport.maxConnectionsPerHost = FeedServiceSettings.connectionsPerHost
        transport.maxConnections = OpenFiles.connections(
            atMost: FeedServiceSettings.exchangesAtOnce, beside: clients)
        var settings = FeedServiceSettings(userAgent: Version.userAgent)
        settings.maximumBytesPerSecond = transport.maxBytesPerSecond
        settings.retention = configuration.retention
        settings.keyring = Keyring(configuration.credentials, isWithheld: configuration.mayHideProxy)
        settings.secretFolder = paths.secrets
        settings.sessions = SessionFiles(folder: paths.sessions)
        settings.cacheAge = configuration.cacheDays.map { Double($0) * 86_400 }
        let isWithheld = configuration.mayHideProxy
        let withheld = WithheldTransport(.offline, configuration: paths.configurationFile)
        if isWithheld { printError(withheld.reason) }
        return FeedService(
            store: store,
            cache: ResponseCache.openOrUseMemory(cacheConfiguration, printError: printError),
            transport: isWithheld ? withheld : CurlTransport(transport, loaded: curlLoaded),
            settings: settings,
            owner: LeaseOwner.current.name,
            log: RequestLog(path: paths.requestLog), isOffline: isOffline || isWithheld)
    }
}

extension ArticleStore {
    /// Returns the feed at this address. The address may lack the feed's `user:password@`, as `lede list` shows it.
    func subscription(at address: String) throws -> Subscription? {
        try subscription(feedURL: address) ?? subscriptions().first { $0.shownAddress == address }
    }
}
