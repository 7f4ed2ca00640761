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
    /// The name of this process for others that use the library.
    let owner: String
    let parsing = WorkQueue("lede.parsing")
    let storing = WorkQueue("lede.storing")
    let intake: Intake
    let syncExecutor = SyncExecutor()

    let network: FeedNetwork
    let slow: SlowVisits
    package let scheduleAlarm = ScheduleAlarm()
    /// Accounts that this process is syncing.
    private let syncing = Mutex<Set<AccountID>>([])

    package init(
        store: ArticleStore, cache: ResponseCache, transport: any Transport, settings: FeedServiceSettings,
        owner: String, log: RequestLog? = nil, isOffline: Bool = false
    ) {
        self.store = store
        self.settings = settings
        self.owner = owner
        network = FeedNetwork(
            store: store, cache: cache, transport: transport, settings: settings, log: log, isOfflineHere: isOffline)
        intake = Intake(into: store, on: storing)
        slow = SlowVisits(store: store, network: network, owner: owner, limit: settings.slowVisits)
    }

    // MARK: - Network

    /// The person's switch, which holds for every process on the library and over restarts; or this process's own.
    package var isOffline: Bool { network.offlineSwitch.isOffline }

    package func setOffline(_ isOffline: Bool) throws(ArticleStoreError) {
        if isOffline { slow.cancel() }
        // A process that was offline alone goes online without a write that would wake its schedule.
        defer { scheduleAlarm.ring() }
        try network.offlineSwitch.set(isOffline)
    }

    package var connectivity: Connectivity { network.connectivity }

    /// The time at which a process on the library last found that nothing can be reached; nil if a server has
    /// answered since.
    package static func unreachable(in store: ArticleStore) throws(ArticleStoreError) -> Date? {
        try FeedNetwork.unreachable(in: store)
    }

    // MARK: - Accounts

    /// Returns false if this process syncs the account already; a lease keeps other processes out.
    func beginSync(of id: AccountID) -> Bool {
        syncing.withLock { $0.insert(id).inserted }
    }

    func endSync(of id: AccountID) {
        syncing.withLock { _ = $0.remove(id) }
    }
}
