package import ArticleStorage
package import FeedModel
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
    let ingestion: IngestionQueue
    let syncExecutor = SyncExecutor()

    let network: FeedNetwork
    let slow: SlowVisits
    let scheduleAlarm = ScheduleAlarm()
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
        ingestion = IngestionQueue(into: store, on: storing)
        slow = SlowVisits(store: store, network: network, owner: owner, limit: settings.slowVisits)
    }

    // MARK: - Network

    /// True if the person's switch, which all processes on the library share, or this process's own is offline.
    package var isOffline: Bool { network.offlineSwitch.isOffline }

    /// True if nothing is requested until the person has corrected the configuration, whatever the switch is.
    package var isWithheld: Bool { settings.keyring.isWithheld }

    package func setOffline(_ isOffline: Bool) throws(ArticleStoreError) {
        if isOffline { slow.cancel() }
        defer {
            // Again: a refresh may have let a slow visit continue before it saw the switch.
            if isOffline { slow.cancel() } else { network.probeNow() }
            // A process that was offline alone goes online without a write that would wake its schedule.
            scheduleAlarm.ring()
        }
        try network.offlineSwitch.set(isOffline)
    }

    package var connectivity: Connectivity { network.connectivity }

    /// Returns the time at which a process on the library last found that nothing can be reached; nil if a server has
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

// MARK: - Refreshing

extension FeedService {
    /// Polls the selected feeds, as many at once as the connection allows, and stores the results. Cancelling the
    /// task ends it within moments and keeps every response received by then.
    package func refresh(
        _ selection: RefreshSelection = .all, reason: RefreshReason,
        events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> RefreshReport {
        guard !isOffline else { return RefreshReport(isOffline: true) }
        prepareNetwork(for: selection, reason)
        // First, so that this refresh fetches the feeds that they bring.
        var lists: [ListReport] = []
        if case .all = selection { lists = try await checkLists(reason) }
        // Read before the visits read the library: simultaneous reads would open a second connection.
        let accounts = try accounts(of: selection)
        // A schedule asks only the accounts that are due.
        let steps = AccountSteps(reason.onlyDue ? 0 : accounts.count, events)
        async let synced = sync(accounts, reason: reason, events: events) { steps.end() }
        var run = try RefreshRun(
            context: visitContext, slow: slow, owner: owner, selection: selection, reason: reason,
            events: { steps.forward($0) })
        var report = await run.run()
        do {
            try run.releaseLeases()
            report.add(try await synced)
            try attributeFailures(of: &lists, after: report)
            report.lists = lists
        } catch {
            network.saveTraffic()
            throw error
        }
        if !accounts.isEmpty { noteConnectivity(in: &report, events) }
        try await clearUp(after: report, of: selection, reason)
        events(.finished(report))
        return report
    }

    private func prepareNetwork(for selection: RefreshSelection, _ reason: RefreshReason) {
        if reason.isAsked { network.probeNow() }
        // A schedule needs no transport if no feed is due.
        if !reason.onlyDue { network.prepare() }
        if case .all = selection { network.forgetExchangeLimit() }
    }

    /// Notes in the report what the syncs of accounts show about the network.
    private func noteConnectivity(in report: inout RefreshReport, _ events: @Sendable (RefreshEvent) -> Void) {
        // Accounts end without a problem once the person is offline.
        if isOffline { report.isOffline = true }
        guard !report.accounts.isEmpty else { return }
        report.noteConnectivity(connectivity)
        events(.connectivity(connectivity))
    }

    /// Saves what was counted and cached, and tidies the library after a refresh of all feeds.
    private func clearUp(
        after report: RefreshReport, of selection: RefreshSelection, _ reason: RefreshReason
    ) async throws {
        if case .all = selection { try removeQueuedRefresh(after: report, reason) }
        network.saveTraffic()
        if case .all = selection, !report.isCancelled { try await tidy() }
        let cache = network.cache
        try await storing.run { cache.flush() }
    }

    /// Removes a refresh of everything that was requested offline, once one was complete.
    private func removeQueuedRefresh(after report: RefreshReport, _ reason: RefreshReason) throws {
        let isComplete = !report.isCancelled && !report.isOffline && report.unreachableUntil == nil
        if isComplete, !report.isFromHotspot, reason != .schedule { try store.removeQueued([.everything]) }
    }
}

extension FeedService {
    private func accounts(of selection: RefreshSelection) throws -> [SyncAccount] {
        let accounts = try store.accounts()
        guard case .feeds(let ids) = selection, !accounts.isEmpty else { return accounts }
        let chosen = Set(try ids.compactMap { try store.account(of: $0) })
        return accounts.filter { chosen.contains($0.id) }
    }
}
