package import ArticleStorage
import FeedModel
package import FoundationEssentials
package import HTTPCache
package import HTTPTransport
import Synchronization

/// Chooses the cache policy of each action, requests politely and stores the results. It never loses anything, and
/// never uses the network while the person is offline.
package final class FeedService: Sendable {
    let store: ArticleStore
    package let settings: FeedServiceSettings
    let log: RequestLog?
    /// The name of this process for others that use the library.
    let owner: String
    let parsing = WorkQueue("lede.parsing")
    let storing = WorkQueue("lede.storing")
    let intake: Intake
    let syncExecutor = SyncExecutor()

    private let onlineClient: CachingClient
    private let offlineClient: CachingClient
    private let line = Mutex(Line())
    let scheduleAlarm = ScheduleAlarm()
    /// The person's switch in one state of the library, and the time of the last look at it.
    private let knownSwitch = Mutex<(change: Int, isOffline: Bool, asked: ContinuousClock.Instant)?>(nil)
    private let uncounted = Mutex(Traffic())
    /// Accounts that this process is syncing.
    private let syncing = Mutex<Set<AccountID>>([])

    /// Visits that continue after the refresh that began them.
    let aside = Mutex<[SubscriptionID: IndependentVisit]>([:])

    private struct Line {
        var sense = LineSense()
        var reachability = Reachability()
        /// The state last reported to the library.
        var told: Bool?
    }

    package init(
        store: ArticleStore, cache: ResponseCache, transport: any Transport, settings: FeedServiceSettings,
        owner: String, log: RequestLog? = nil, isOffline: Bool = false
    ) {
        isOfflineHere = Atomic(isOffline)
        self.store = store
        intake = Intake(into: store, on: storing)
        self.settings = settings
        self.owner = owner
        self.log = log
        var cacheSettings = CacheSettings()
        cacheSettings.name = "lede"
        // A feed's age says nothing about its next change (RFC 9111 §4.2.2 permits heuristics and requires none).
        cacheSettings.heuristics = false
        cacheSettings.storedBodyBytes = settings.feedBytes
        cacheSettings.now = { settings.now().timeIntervalSince1970 }
        onlineClient = CachingClient(cache: cache, transport: transport, settings: cacheSettings)
        // Offline by construction: the transport of this client cannot connect.
        offlineClient = CachingClient(cache: cache, transport: OfflineTransport(), settings: cacheSettings)
    }

    // MARK: - The person's switch

    private static let offlineSetting = "offline"

    /// True if only this process is to stay offline, until somebody uses the switch in it.
    private let isOfflineHere: Atomic<Bool>

    /// The person's switch, which holds for every process on the library and over restarts; or this process's own.
    package var isOffline: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        let asked = ContinuousClock.now
        let change = try? store.changeToken()
        let known = knownSwitch.withLock { $0 }
        // Reads the switch again only after somebody has changed the library.
        let isOffline =
            if let change, let known, known.change == change { known.isOffline } else {
                (try? store.setting(Self.offlineSetting)) == "1"
            }
        if let change { knownSwitch.withLock { $0 = (change, isOffline, asked) } }
        return isOffline
    }

    /// The longest age of the answer of `isOfflineOfLate` (20 ms).
    private static let switchMemory = Duration.milliseconds(20)

    /// As `isOffline`, for code that asks many times per feed during an action: reading the library each time took a
    /// sixth of a refresh without news.
    var isOfflineOfLate: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        if let known = knownSwitch.withLock({ $0 }), ContinuousClock.now - known.asked < Self.switchMemory {
            return known.isOffline
        }
        return isOffline
    }

    package func setOffline(_ isOffline: Bool) throws(ArticleStoreError) {
        isOfflineHere.store(false, ordering: .relaxed)
        if isOffline { cancelSlowVisits() }
        try store.setSetting(isOffline ? "1" : nil, for: Self.offlineSetting)
        knownSwitch.withLock { $0 = nil }
    }

    /// The client to use now: looked up for each request, so that the switch takes effect at once.
    var client: CachingClient {
        isOfflineOfLate ? offlineClient : onlineClient
    }

    /// The cache, which both clients share.
    var cache: ResponseCache {
        onlineClient.cache
    }

    // MARK: - Connection

    package var connectivity: Connectivity {
        if isOfflineOfLate { return .offline }
        return line.withLock { $0.reachability.nextTry }.map { .unreachable(nextTry: $0) } ?? .online
    }

    /// One exchange, as a probe, while nothing can be reached.
    var exchangesAllowed: Int {
        line.withLock { $0.reachability.isUnreachable ? 1 : min($0.sense.limit, settings.exchangesAtOnce) }
    }

    var lineMayBeAsked: Bool {
        line.withLock { $0.reachability.mayAsk(at: settings.now()) }
    }

    /// Forgets the measured throughput: an hour later it says nothing about the connection, and a reader that once
    /// went through a tunnel would poll two feeds at a time for ever.
    func forgetLineSense() {
        line.withLock { $0.sense = LineSense() }
    }

    /// Updates the state of the connection from a visit.
    func note(_ visit: FeedVisit, knownHosts: Int) {
        guard visit.wasRequested else { return }
        if !visit.heard { count(.unanswered) }
        guard visit.heard || visit.lineFailed else { return }
        noteExchange(
            with: visit.host, bytes: visit.bytesReceived, heard: visit.heard, lineFailed: visit.lineFailed,
            knownHosts: knownHosts)
    }

    /// Updates the throughput and the state of the connection from an exchange.
    func noteExchange(with host: String, bytes: Int64, heard: Bool, lineFailed: Bool, knownHosts: Int) {
        let now = settings.now()
        line.withLock { $0.sense.finished(bytes: bytes, lineFailed: lineFailed, at: now) }
        note(host: host, heard: heard, lineFailed: lineFailed, knownHosts: knownHosts)
    }

    func note(host: String, heard: Bool, lineFailed: Bool, knownHosts: Int) {
        let now = settings.now()
        let jitter = settings.jitter()
        line.withLock { line in
            if heard {
                line.reachability.heard()
            } else if lineFailed {
                line.reachability.failed(host: host, knownHosts: knownHosts, now: now, jitter: jitter)
            }
        }
        tellLibrary(at: now)
    }

    /// Forgets that nothing can be reached: without anything to ask, nobody can tell that the connection is dead.
    func forgetUnreachable() {
        line.withLock { $0.reachability.heard() }
        tellLibrary(at: settings.now())
    }

    /// Returns the number of hosts that can be asked, as far as that matters: those of feeds fetched directly, and of
    /// accounts.
    func knownHosts() -> Int {
        let synced = (try? store.accountsOfSubscriptions()) ?? [:]
        let feeds = ((try? store.subscriptions()) ?? []).lazy.filter { synced[$0.id] == nil }.map(\.feedURL)
        return Reachability.hosts(of: accountAddresses() + feeds)
    }

    func accountAddresses() -> [String] {
        ((try? store.accounts()) ?? []).map(\.url)
    }

    private static let unreachableSetting = "unreachable"

    /// The time at which a process on the library last found that nothing can be reached; nil if a server has
    /// answered since.
    package static func unreachable(in store: ArticleStore) throws(ArticleStoreError) -> Date? {
        try store.setting(unreachableSetting).flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:))
    }

    /// Stores the state for programs that cannot ask this process, such as `lede status`.
    private func tellLibrary(at now: Date) {
        let news = line.withLock { line -> Bool? in
            defer { line.told = line.reachability.isUnreachable }
            return line.told == line.reachability.isUnreachable ? nil : line.reachability.isUnreachable
        }
        switch news {
        case true?: try? store.setSetting(String(now.timeIntervalSince1970), for: Self.unreachableSetting)
        case false? where (try? Self.unreachable(in: store)) != nil:
            try? store.setSetting(nil, for: Self.unreachableSetting)
        case false?, nil: break
        }
    }

    // MARK: - Accounts

    /// Returns false if this process syncs the account already; a lease keeps other processes out.
    func beginSync(of id: AccountID) -> Bool {
        syncing.withLock { $0.insert(id).inserted }
    }

    func endSync(of id: AccountID) {
        syncing.withLock { _ = $0.remove(id) }
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
