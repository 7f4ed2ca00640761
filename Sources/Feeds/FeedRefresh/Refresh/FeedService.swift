package import ArticleStorage
import FeedModel
package import FoundationEssentials
package import HTTPCache
package import HTTPTransport
import Synchronization

/// Decides which cache policy serves which action, asks politely, and takes in what comes. It never loses anything, and
/// never touches the network while the person is offline.
package final class FeedService: Sendable {
    let store: ArticleStore
    package let settings: FeedServiceSettings
    let log: RequestLog?
    /// Names this process to the others that work on the library.
    let owner: String
    let parsing = WorkQueue("lede.parsing")
    let storing = WorkQueue("lede.storing")
    let intake: Intake
    let syncExecutor = SyncExecutor()

    private let onlineClient: CachingClient
    private let offlineClient: CachingClient
    private let line = Mutex(Line())
    /// The switch as it was found in one state of the library, and when that was last asked.
    private let knownSwitch = Mutex<(change: Int, isOffline: Bool, asked: ContinuousClock.Instant)?>(nil)
    private let uncounted = Mutex(Traffic())
    /// Accounts that are being synced by this process.
    private let syncing = Mutex<Set<AccountID>>([])

    /// Visits that go on without the refresh that began them.
    let aside = Mutex<[SubscriptionID: IndependentVisit]>([:])

    private struct Line {
        var sense = LineSense()
        var reachability = Reachability()
        /// What the library was told last.
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
        // A feed's age says nothing of when it will change next (RFC 9111 §4.2.2 allows to guess, and asks nobody to).
        cacheSettings.heuristics = false
        cacheSettings.storedBodyBytes = settings.feedBytes
        cacheSettings.now = { settings.now().timeIntervalSince1970 }
        onlineClient = CachingClient(cache: cache, transport: transport, settings: cacheSettings)
        // Offline by construction: this client's transport cannot connect.
        offlineClient = CachingClient(cache: cache, transport: OfflineTransport(), settings: cacheSettings)
    }

    // MARK: - The person's switch

    private static let offlineSetting = "offline"

    /// Whether this process alone was told to stay offline, until somebody switches in it.
    private let isOfflineHere: Atomic<Bool>

    /// The person's switch, which holds for every process on the library and over restarts; or what this process was told.
    package var isOffline: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        let asked = ContinuousClock.now
        let change = try? store.changeToken()
        let known = knownSwitch.withLock { $0 }
        // Read again only when somebody has changed the library.
        let isOffline =
            if let change, let known, known.change == change { known.isOffline } else {
                (try? store.setting(Self.offlineSetting)) == "1"
            }
        if let change { knownSwitch.withLock { $0 = (change, isOffline, asked) } }
        return isOffline
    }

    /// How old the answer to `isOfflineOfLate` may be (20 ms).
    private static let switchMemory = Duration.milliseconds(20)

    /// As `isOffline`, for what is asked many times a feed in the middle of an action: asking the library each time was a
    /// sixth of a refresh that brings nothing.
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

    /// The client to use now: looked up for each request, so that the switch holds from the moment it is thrown.
    var client: CachingClient {
        isOfflineOfLate ? offlineClient : onlineClient
    }

    /// The same for both.
    var cache: ResponseCache {
        onlineClient.cache
    }

    // MARK: - The line

    package var connectivity: Connectivity {
        if isOfflineOfLate { return .offline }
        return line.withLock { $0.reachability.nextTry }.map { .unreachable(nextTry: $0) } ?? .online
    }

    /// One, as a probe, while nothing can be reached.
    var exchangesAllowed: Int {
        line.withLock { $0.reachability.isUnreachable ? 1 : min($0.sense.limit, settings.exchangesAtOnce) }
    }

    var lineMayBeAsked: Bool {
        line.withLock { $0.reachability.mayAsk(at: settings.now()) }
    }

    /// What a line carried an hour ago says nothing of what it carries now: else a reader that has come through a tunnel
    /// would ask two feeds at a time for the rest of its life.
    func forgetLineSense() {
        line.withLock { $0.sense = LineSense() }
    }

    /// Learns from a visit how the line is.
    func note(_ visit: FeedVisit, knownHosts: Int) {
        guard visit.wasRequested else { return }
        if !visit.heard { count(.unanswered) }
        guard visit.heard || visit.lineFailed else { return }
        noteExchange(
            with: visit.host, bytes: visit.bytesReceived, heard: visit.heard, lineFailed: visit.lineFailed,
            knownHosts: knownHosts)
    }

    /// Learns from an exchange how much the line carries, and whether it is there.
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

    /// Nothing is there to be asked, so nobody can say that the line is dead.
    func forgetUnreachable() {
        line.withLock { $0.reachability.heard() }
        tellLibrary(at: settings.now())
    }

    /// How many hosts there are to ask at all, as far as that matters: those of feeds that are asked themselves, and of accounts.
    func knownHosts() -> Int {
        let synced = (try? store.accountsOfSubscriptions()) ?? [:]
        let feeds = ((try? store.subscriptions()) ?? []).lazy.filter { synced[$0.id] == nil }.map(\.feedURL)
        return Reachability.hosts(of: accountAddresses() + feeds)
    }

    func accountAddresses() -> [String] {
        ((try? store.accounts()) ?? []).map(\.url)
    }

    private static let unreachableSetting = "unreachable"

    /// When some process on the library last found that nothing can be reached; nil where one was heard since.
    package static func unreachable(in store: ArticleStore) throws(ArticleStoreError) -> Date? {
        try store.setting(unreachableSetting).flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:))
    }

    /// For those who cannot ask this process, such as `lede status`.
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

    /// False where this process is at it already; another process is kept out by a lease.
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

    /// Puts what was counted into the library, and what was asked into the log; what cannot be counted now is counted with
    /// the next.
    func saveTraffic() {
        log?.flush()
        let traffic = uncounted.withLock { counted in
            defer { counted = Traffic() }
            return counted
        }
        do { try traffic.add(to: store) } catch { count(traffic) }
    }
}
