import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import Synchronization

/// The network as visits use it: the cache's clients, the person's offline switch, the state of the connection, and
/// the counters of traffic.
final class FeedNetwork: Sendable {
    let offlineSwitch: OfflineSwitch
    let log: RequestLog?
    let serverClock = ServerClock()
    private let store: ArticleStore
    private let feedTransport: BudgetedTransport
    let settings: FeedServiceSettings
    private let onlineClient: CachingClient
    /// A client like `onlineClient`, for feeds: the bytes of their documents count against the budget.
    private let countingClient: CachingClient
    private let offlineClient: CachingClient
    /// The decoded documents of feeds that are in memory.
    let documents: DocumentBudget
    private let connection = Mutex(ConnectionState())
    private let uncounted = Mutex(Traffic())

    private struct ConnectionState {
        var exchangeLimit = ExchangeLimit()
        var reachability = Reachability()
        /// The state last reported to the library.
        var reportedUnreachable: Bool?
    }

    init(
        store: ArticleStore, cache: ResponseCache, transport: any Transport, settings: FeedServiceSettings,
        log: RequestLog?, isOfflineHere: Bool
    ) {
        self.store = store
        self.settings = settings
        self.log = log
        offlineSwitch = OfflineSwitch(store, isOfflineHere: isOfflineHere)
        let clocked = ClockedTransport(transport: transport, clock: serverClock, now: settings.now)
        let transport = SwitchedTransport(transport: clocked, offlineSwitch: offlineSwitch)
        var cacheSettings = CacheSettings()
        cacheSettings.name = "lede"
        // A feed's age says nothing about its next change (RFC 9111 §4.2.2 permits heuristics and requires none).
        cacheSettings.heuristics = false
        cacheSettings.storedBodyBytes = settings.feedBytes
        cacheSettings.now = { settings.now().timeIntervalSince1970 }
        onlineClient = CachingClient(cache: cache, transport: transport, settings: cacheSettings)
        documents = DocumentBudget(limit: settings.decodedBytesAtOnce)
        feedTransport = BudgetedTransport(
            transport: transport, budget: BodyBudget(limit: settings.feedBytesAtOnce, timeout: settings.slowAfter))
        // The library has the articles, so an entry that a killed process loses costs only another transfer.
        var feedSettings = cacheSettings
        feedSettings.awaitsCommit = false
        countingClient = CachingClient(cache: cache, transport: feedTransport, settings: feedSettings)
        // Offline by construction: the transport of this client cannot connect.
        offlineClient = CachingClient(cache: cache, transport: OfflineTransport(), settings: cacheSettings)
    }

    /// The client to use now: looked up for each request, so that the switch takes effect at once.
    var client: CachingClient {
        offlineSwitch.wasOfflineRecently ? offlineClient : onlineClient
    }

    /// The client for the documents of feeds.
    var feedClient: CachingClient {
        offlineSwitch.wasOfflineRecently ? offlineClient : countingClient
    }

    /// Starts loading the libraries that the first request needs; opens no connection.
    func prepare() {
        feedTransport.prepare()
    }

    /// The cache, which all clients share.
    var cache: ResponseCache {
        onlineClient.cache
    }

    /// Removes the stored redirect of a request that failed, so that the next request contacts the original server. The
    /// redirect may have come from a hotspot, or form a loop because its server has since reversed it.
    func forgetStoredRedirect(of request: CacheRequest) {
        var request = request
        request.followsRedirects = false
        request.readsBodyAtOnce = false
        let stored = feedClient.storedReply(for: request, isUse: false)
        if stored?.head.status.kind == .redirection { cache.remove(for: request) }
    }

    // MARK: - Connection

    var connectivity: Connectivity {
        if offlineSwitch.wasOfflineRecently { return .offline }
        return connection.withLock { $0.reachability.nextTry }.map { .unreachable(nextTry: $0) } ?? .online
    }

    var isUnreachable: Bool { connection.withLock { $0.reachability.isUnreachable } }

    /// The number of simultaneous exchanges; one, as a probe, while nothing can be reached.
    var exchangesAllowed: Int {
        connection.withLock {
            $0.reachability.isUnreachable ? 1 : min($0.exchangeLimit.limit, settings.exchangesWithinRate)
        }
    }

    /// False while nothing can be reached and the next probe is not due.
    var mayUseConnection: Bool {
        connection.withLock { $0.reachability.mayAsk(at: settings.now()) }
    }

    /// Permits a probe now, because a person who asks for one expects it.
    func probeNow() {
        connection.withLock { $0.reachability.endWait(at: settings.now()) }
    }

    /// Forgets the measured throughput: an hour later it says nothing about the connection, and a reader that once went
    /// through a tunnel would poll only two feeds at a time from then on.
    func forgetExchangeLimit() {
        connection.withLock { $0.exchangeLimit = ExchangeLimit() }
    }

    /// Updates the state of the connection from a visit.
    ///
    /// - Parameters:
    ///   - isCounted: true if `noteDocument` has counted its response; other visits may have failed since.
    ///   - knownHosts: the number of hosts that can be probed; nil to count them if the visit failed.
    func note(_ visit: FeedVisit, isCounted: Bool = false, knownHosts: Int? = nil) {
        guard visit.wasRequested else { return }
        if visit.contact != .answered { count(.unanswered) }
        guard visit.contact != .unknown else { return }
        if isCounted, visit.contact == .answered { return }
        noteExchange(with: visit.host, bytes: visit.bytesReceived, visit.contact, knownHosts: knownHosts)
    }

    /// Updates the throughput and the state of the connection once a feed's document has arrived. Visits end in bursts,
    /// when their transaction does, and would show a throughput that no connection has.
    func noteDocument(bytes: Int64) {
        connection.withLock { $0.exchangeLimit.recordEnd(bytes: bytes, connectionFailed: false, at: settings.now()) }
        forgetUnreachable()
    }

    /// Updates the throughput and the state of the connection from an exchange with the host of a feed or an account.
    func noteExchange(with host: String, bytes: Int64, _ contact: Contact, knownHosts: Int? = nil) {
        let now = settings.now()
        connection.withLock {
            $0.exchangeLimit.recordEnd(bytes: bytes, connectionFailed: contact == .disconnected, at: now)
        }
        switch contact {
        case .unknown: break
        case .answered: forgetUnreachable()
        case .disconnected: noteFailure(of: host, knownHosts: knownHosts ?? self.knownHosts())
        }
    }

    /// Updates the state of the connection after the host of a page, a picture or an enclosure could not be reached. It
    /// counts in addition to the known hosts, unless it is one of them. Saved pages and the articles of files are on
    /// further hosts, of which one counts: the server of a page may be gone while the others answer.
    func notePageFailure(of host: String) {
        let known = knownAddresses()
        let hosts = Reachability.hosts(of: ["http://" + host] + known)
        let others = known.contains { !WebAddress.isHTTP($0) } ? 1 : 0
        noteFailure(of: host, knownHosts: hosts + others)
    }

    func noteFailure(of host: String, knownHosts: Int) {
        let now = settings.now()
        let jitter = settings.jitter()
        connection.withLock {
            $0.reachability.recordFailure(host: host, knownHosts: knownHosts, now: now, jitter: jitter)
        }
        reportToLibrary(at: now)
    }

    /// Forgets that nothing can be reached: a server has answered, or there is no host to probe, and so the state of
    /// the connection is unknown.
    func forgetUnreachable() {
        connection.withLock { $0.reachability.recordResponse() }
        reportToLibrary(at: settings.now())
    }

    /// Returns the number of hosts that can be probed, which are the hosts of accounts and of feeds fetched directly.
    /// Stops counting at `Reachability.hostsToConfirm`.
    func knownHosts() -> Int {
        Reachability.hosts(of: knownAddresses())
    }

    private func knownAddresses() -> [String] {
        let synced = (try? store.accountsOfSubscriptions()) ?? [:]
        let feeds = ((try? store.subscriptions()) ?? []).lazy.filter { synced[$0.id] == nil }.map(\.feedURL)
        return accountAddresses() + feeds
    }

    func accountAddresses() -> [String] {
        ((try? store.accounts()) ?? []).map(\.url)
    }

    private static let unreachableSetting = "unreachable"

    /// Returns the time at which a process on the library last found that nothing can be reached; nil if a server has
    /// answered since.
    static func unreachable(in store: ArticleStore) throws(ArticleStoreError) -> Date? {
        try store.setting(unreachableSetting).flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:))
    }

    /// Stores the state for programs that cannot ask this process, such as `lede status`.
    private func reportToLibrary(at now: Date) {
        let change = connection.withLock { state -> Bool? in
            let isUnreachable = state.reachability.isUnreachable
            defer { state.reportedUnreachable = isUnreachable }
            return state.reportedUnreachable == isUnreachable ? nil : isUnreachable
        }
        switch change {
        case true?: try? store.setSetting(String(now.timeIntervalSince1970), for: Self.unreachableSetting)
        case false? where (try? Self.unreachable(in: store)) != nil:
            try? store.setSetting(nil, for: Self.unreachableSetting)
        case false?, nil: break
        }
    }

    // MARK: - Counting

    func count(_ traffic: Traffic) {
        uncounted.withLock { $0 += traffic }
    }

    /// Adds the counters to the library and the requests to the log; counters that cannot be stored now are stored
    /// with the next ones.
    func saveTraffic() {
        log?.flush()
        let traffic = uncounted.withLock { counted in
            defer { counted = Traffic() }
            return counted
        }
        do { try traffic.add(to: store) } catch { count(traffic) }
    }
}
