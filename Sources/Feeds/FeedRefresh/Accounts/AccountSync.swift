package import ArticleStorage
package import FeedModel
package import FoundationEssentials
import SyncEngine

/// The result of syncing one account.
package struct AccountReport: Equatable, Sendable {
    package var account: SyncAccount
    package var newArticles = 0
    /// The bytes on the wire, both ways.
    var bytes: Int64 = 0
    /// True if the server has dropped articles that were never fetched.
    package var hasGap = false
    /// True if the sync ended at one of its limits; the next sync continues there.
    package var isCut = false
    package var problem: FeedProblem?
    /// The end of the wait that the server requires; nil if the account was synced.
    package var waitingUntil: Date?
    /// True if another process was syncing the account, so that this one did not.
    var isSyncedElsewhere = false
}

extension FeedService {
    /// Adds an account on a server and syncs it for the first time.
    func addAccount(
        _ new: NewAccount, events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> (id: AccountID, report: AccountReport?, isNew: Bool) {
        let (id, isNew) = try store.addAccount(new)
        // The session of the former secret would hide that the server refuses the new one.
        if !isNew, let known = try store.account(id) { settings.sessions?.keep(nil, of: known) }
        guard !isOffline else { return (id, nil, isNew) }
        let report = try await syncAccounts([id], reason: .insisted, events: events).first
        network.saveTraffic()
        // The API is not at this address; it may be below it.
        let elsewhere: Set<FeedProblem.Kind> = [.notFound, .gateway, .status, .notAFeed]
        if isNew, let problem = report?.problem, elsewhere.contains(problem.kind), report?.newArticles == 0,
            let found = try? await detected(at: new.url, kind: new.kind), found.url != new.url
        {
            try store.removeAccount(id, at: settings.now())
            var moved = new
            moved.url = found.url
            return try await addAccount(moved, events: events)
        }
        return (id, report, isNew)
    }

    /// Adds an account on a `lede serve`.
    ///
    /// - Parameter address: the address of its items or of their folder; https by default.
    package func addAccount(
        _ address: String, events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> (report: AccountReport?, isNew: Bool) {
        let new = NewAccount(kind: .since, url: Self.sinceAddress(address))
        let (_, report, isNew) = try await addAccount(new, events: events)
        return (report, isNew)
    }

    /// Returns the number of feeds that an account's server fetches for this library.
    package func feedCount(of id: AccountID) throws(ArticleStoreError) -> Int {
        try store.feedCountsOfAccounts()[id, default: 0]
    }

    /// Syncs accounts one after the other; nil means all of them. An account that another process is syncing has no
    /// report.
    func syncAccounts(
        _ ids: Set<AccountID>?, reason: RefreshReason, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> [AccountReport] {
        let accounts = try store.accounts().filter { ids?.contains($0.id) ?? true }
        return try await sync(accounts, reason: reason, events: events).filter { !$0.isSyncedElsewhere }
    }

    /// Syncs these accounts one after the other, and calls `ended` once for each, even if it is left out.
    func sync(
        _ accounts: [SyncAccount], reason: RefreshReason, events: @escaping @Sendable (RefreshEvent) -> Void,
        ended: @Sendable () -> Void = {}
    ) async throws -> [AccountReport] {
        var reports: [AccountReport] = []
        var left = accounts[...]
        defer { for _ in left { ended() } }
        for account in accounts {
            guard !Task.isCancelled, !isOffline else { break }
            if let report = try await sync(account, reason, events) { reports.append(report) }
            left.removeFirst()
            ended()
        }
        return reports
    }

    /// Returns nil if the account is not due, if this process is syncing it already, or if it was removed meanwhile.
    private func sync(
        _ account: SyncAccount, _ reason: RefreshReason, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AccountReport? {
        var report = AccountReport(account: account)
        let now = settings.now()
        // The wait may be a mistake that keeps all feeds and marks of the account.
        if !reason.insists, let until = account.expected(account.retryAfter, at: now) {
            report.waitingUntil = until
            return report
        }
        // Opening a feed syncs its whole account, so a recent sync is not repeated.
        let onlyDue = reason.onlyDue || (account.kind != .since && reason == .opened)
        if onlyDue, account.expected(account.health.nextAttempt, at: now) != nil { return nil }
        guard network.mayUseConnection else { return nil }
        switch try await runPass(over: account, reason, &report, events) {
        case .ended(let health):
            report.account.health = health
            report.problem = health.problem
        case .leasedElsewhere: report.isSyncedElsewhere = true
        case .omitted: return nil
        }
        return report
    }

    /// Runs one pass over the account, and adds what it received to the report.
    private func runPass(
        over account: SyncAccount, _ reason: RefreshReason, _ report: inout AccountReport,
        _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> SyncAttempt {
        try await attempt(account) { lease in
            let received = ResponseBytes()
            let server = try await server(of: account, reason: reason, counting: received, renewing: lease)
            var pass = pass(over: account, with: server, counting: received, events)
            defer {
                (report.newArticles, report.hasGap, report.isCut) = (pass.newArticles, pass.hasGap, pass.isCut)
                report.bytes = received.onWire
            }
            try await pass.run()
        } succeeded: { health in
            health.lastSuccess = settings.now()
            health.nextAttempt = settings.now() + settings.schedule.floor
        }
    }

    private func pass(
        over account: SyncAccount, with server: any SyncServer, counting received: ResponseBytes,
        _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) -> SyncPass {
        var bounds = settings.syncBounds
        bounds.time = settings.refreshBound
        return SyncPass(
            of: account, in: store, with: server, now: settings.now, bounds: bounds,
            received: received, progress: { events(.syncing(account.id, $0)) }
        ) { summary in
            for feed in Set(summary.new.keys).union(summary.changed.keys) {
                events(.changed(feed, new: summary.new[feed] ?? [], edited: summary.changed[feed] ?? []))
            }
        }
    }

    /// Syncs an account under its lease, on the queue for syncs, and records the result.
    func attempt(
        _ account: SyncAccount, _ work: (AccountLease) async throws -> Void,
        succeeded: (inout FeedHealth) -> Void = { _ in }
    ) async throws -> SyncAttempt {
        guard beginSync(of: account.id) else { return .omitted }
        defer { endSync(of: account.id) }
        try LeaseOwner.releaseLeasesOfEndedProcesses(in: store)
        let granted = try AccountLease(on: account.id, owner: owner, in: store, settings)
        guard let lease = granted else { return .leasedElsewhere }
        var health = account.health
        var retryAfter: Date?
        health.lastAttempt = settings.now()
        do {
            try await withTaskExecutorPreference(syncExecutor) { try await work(lease) }
            health.consecutiveFailures = 0
            health.problem = nil
            succeeded(&health)
        } catch let failure as SyncFailure {
            retryAfter = record(failure, in: &health, of: account)
        } catch {
            // The account was removed meanwhile: the library refuses what the server sent for it.
            if try store.account(account.id) == nil { return .omitted }
            // The library failed, not the server: only the lease ends.
            try? store.record(account.health, retryAfter: account.retryAfter, of: account.id)
            throw error
        }
        guard !lease.isLost else { return .leasedElsewhere }
        try store.record(health, retryAfter: retryAfter, of: account.id)
        return .ended(health)
    }

    /// Records a failed sync; returns the end of the wait that the server requires. A cancelled sync leaves no trace.
    private func record(_ failure: SyncFailure, in health: inout FeedHealth, of account: SyncAccount) -> Date? {
        switch failure {
        case .cancelled:
            health.lastAttempt = account.health.lastAttempt
            return nil
        case .problem(let problem, let end):
            health.failSync(problem, retryAfter: end, settings)
            return end
        case .connection(let problem, _), .tooLong(let problem):
            health.failSync(problem, retryAfter: nil, settings)
            return nil
        case .reset:
            health.failSync(FeedProblem(kind: .status, message: failure.message), retryAfter: nil, settings)
            return nil
        }
    }
}

extension SyncAccount {
    /// Returns the stored time of a later request if it is still to come; nil if it has passed, or if the clock was
    /// wrong when it was stored.
    func expected(_ time: Date?, at now: Date) -> Date? {
        guard !ClockCorrection.wasAhead(at: health.lastAttempt, now: now) else { return nil }
        let believed = ClockCorrection.believed(time, at: now, atMost: RetryAfter.accountMaximum)
        return believed.flatMap { $0 > now ? $0 : nil }
    }
}

extension FeedHealth {
    private static let syncBackOff = BackOff(first: 1, maximum: 300)

    fileprivate mutating func failSync(
        _ problem: FeedProblem, retryAfter end: Date?, _ settings: FeedServiceSettings
    ) {
        fail(problem, retryAfter: end, at: settings.now(), Self.syncBackOff, jitter: settings.jitter())
    }
}
