public import ArticleStorage
import FeedModel
import FoundationEssentials
public import HTTPCache
public import HTTPTransport
import Synchronization

/// Decides which cache policy serves which action, asks politely, and takes in what comes. It never loses anything, and
/// never touches the network while the person is offline.
public final class FeedService: Sendable {
    let store: ArticleStore
    let settings: FeedServiceSettings
    let log: RequestLog?
    /// Names this process to the others that work on the library.
    let owner: String
    let parsing = WorkQueue("lede.parsing")
    let storing = WorkQueue("lede.storing")

    private let onlineClient: CachingClient
    private let offlineClient: CachingClient
    private let line = Mutex(Line())
    private let uncounted = Mutex(Traffic())

    private struct Line {
        var sense = LineSense()
        var reachability = Reachability()
    }

    public init(
        store: ArticleStore, cache: ResponseCache, transport: any Transport, settings: FeedServiceSettings,
        owner: String, log: RequestLog? = nil, isOffline: Bool = false
    ) {
        isOfflineHere = Atomic(isOffline)
        self.store = store
        self.settings = settings
        self.owner = owner
        self.log = log
        var cacheSettings = CacheSettings()
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
    public var isOffline: Bool {
        isOfflineHere.load(ordering: .relaxed) || (try? store.setting(Self.offlineSetting)) == "1"
    }

    public func setOffline(_ isOffline: Bool) throws(ArticleStoreError) {
        isOfflineHere.store(false, ordering: .relaxed)
        try store.setSetting(isOffline ? "1" : nil, for: Self.offlineSetting)
    }

    /// The client to use now: looked up for each action, so that the switch holds from the moment it is thrown.
    var client: CachingClient {
        isOffline ? offlineClient : onlineClient
    }

    // MARK: - The line

    public var connectivity: Connectivity {
        if isOffline { return .offline }
        return line.withLock { $0.reachability.nextTry }.map { .unreachable(nextTry: $0) } ?? .online
    }

    var exchangesAllowed: Int {
        line.withLock { min($0.sense.limit, settings.exchangesAtOnce) }
    }

    var lineMayBeAsked: Bool {
        line.withLock { $0.reachability.mayAsk(at: settings.now()) }
    }

    /// Learns from a visit how the line is.
    func note(_ visit: FeedVisit, knownHosts: Int) {
        guard visit.wasRequested else { return }
        if !visit.heard { count(.unanswered) }
        let now = settings.now()
        let jitter = settings.jitter()
        line.withLock { line in
            line.sense.finished(bytes: visit.bytesReceived, lineFailed: visit.lineFailed, at: now)
            if visit.heard {
                line.reachability.heard()
            } else if visit.lineFailed {
                line.reachability.failed(host: visit.host, knownHosts: knownHosts, now: now, jitter: jitter)
            }
        }
    }

    // MARK: - Counting

    func count(_ traffic: Traffic) {
        uncounted.withLock { $0 += traffic }
    }

    /// Puts what was counted into the library; what cannot be put there now is counted with the next.
    func saveTraffic() {
        let traffic = uncounted.withLock { counted in
            defer { counted = Traffic() }
            return counted
        }
        do { try traffic.add(to: store) } catch { count(traffic) }
    }
}
