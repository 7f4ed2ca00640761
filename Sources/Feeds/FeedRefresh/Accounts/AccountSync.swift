package import ArticleStorage
package import FeedModel
package import FoundationEssentials

/// What syncing one account came to.
package struct AccountReport: Equatable, Sendable {
    package var account: SyncAccount
    package var newArticles = 0
    /// The server has let go of something that never came here.
    package var hasGap = false
    package var problem: FeedProblem?
    /// Not asked, as the server said to wait.
    package var waitingUntil: Date?
}

extension FeedService {
    /// Makes an account at a since-id server and lists it for the first time.
    ///
    /// - Parameter address: of its items, or the folder in which they lie; without a scheme it means https.
    package func addAccount(
        _ address: String, events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> (report: AccountReport?, isNew: Bool) {
        let (id, isNew) = try store.addAccount(url: Self.sinceAddress(address))
        guard !isOffline else { return (nil, isNew) }
        let reports = try await syncAccounts([id], reason: .insisted, events: events)
        saveTraffic()
        return (reports.first, isNew)
    }

    /// The address under which the account of such an address is kept.
    package static func sinceAddress(_ address: String) -> String {
        let url = addresses(for: address)[0]
        let hasPath = url.split(separator: "/", omittingEmptySubsequences: false).count > 3
        return url.hasSuffix("/") ? url + "items.json" : hasPath ? url : url + "/items.json"
    }

    /// Syncs accounts one after the other; nil: all of them.
    func syncAccounts(
        _ ids: Set<AccountID>?, reason: RefreshReason, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> [AccountReport] {
        var reports: [AccountReport] = []
        for account in try store.accounts() where ids?.contains(account.id) ?? true {
            guard !Task.isCancelled, !isOffline else { break }
            if let report = try await sync(account, reason, events) { reports.append(report) }
        }
        return reports
    }

    /// Nil where it is not due, or somebody else is at it.
    private func sync(
        _ account: SyncAccount, _ reason: RefreshReason, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AccountReport? {
        var report = AccountReport(account: account)
        let now = settings.now()
        let wasAhead = ClockCorrection.wasAhead(at: account.health.lastAttempt, now: now)
        let told = ClockCorrection.believed(account.retryAfter, at: now, atMost: RetryAfter.longest)
        if !wasAhead, let until = told, until > now {
            report.waitingUntil = until
            return report
        }
        let planned = ClockCorrection.believed(account.health.nextAttempt, at: now, atMost: RetryAfter.longest)
        if !wasAhead, reason.onlyDue, let next = planned, next > now { return nil }
        guard lineMayBeAsked else { return nil }
        var pass = AccountPass(
            service: self, account: account.id, remote: SinceLibrary(service: self, url: account.url, reason: reason)
        ) { summary in
            for feed in Set(summary.new.keys).union(summary.changed.keys) {
                events(.changed(feed, new: summary.new[feed] ?? [], edited: summary.changed[feed] ?? []))
            }
        }
        let attempted = try await attempt(account) { _ in
            try await pass.run()
        } succeeded: { health in
            health.lastSuccess = settings.now()
            health.nextAttempt = settings.now() + settings.schedule.floor
        }
        guard let health = attempted else { return nil }
        report.account.health = health
        report.problem = health.problem
        report.newArticles = pass.newArticles
        report.hasGap = pass.hasGap
        return report
    }

    /// Asks an account's server for something under its lease, and keeps how that went.
    ///
    /// - Returns: how the account fares now; nil where somebody else is at it.
    func attempt(
        _ account: SyncAccount, _ work: (FeedService) async throws -> Void,
        succeeded: (inout FeedHealth) -> Void = { _ in }
    ) async throws -> FeedHealth? {
        guard beginSync(of: account.id) else { return nil }
        defer { endSync(of: account.id) }
        try releaseLeasesOfTheDead()
        let now = settings.now()
        guard try store.acquireLease(on: account.id, owner: owner, until: now + settings.lease, at: now) else {
            return nil
        }
        var health = account.health
        var retryAfter: Date?
        health.lastAttempt = now
        do {
            try await work(self)
            health.consecutiveFailures = 0
            health.problem = nil
            succeeded(&health)
        } catch let failure as RemoteFailure {
            switch failure {
            case .cancelled: health.lastAttempt = account.health.lastAttempt
            case .problem(let problem, let told):
                retryAfter = told
                health.fail(problem, retryAfter: told, at: settings.now(), jitter: settings.jitter())
            case .line(let problem):
                health.fail(problem, retryAfter: nil, at: settings.now(), jitter: settings.jitter())
            case .reset:
                let problem = FeedProblem(kind: .status, message: "the server starts anew again and again")
                health.fail(problem, retryAfter: nil, at: settings.now(), jitter: settings.jitter())
            }
        }
        try store.record(health, retryAfter: retryAfter, of: account.id)
        return health
    }

    func releaseLeasesOfTheDead() throws {
        for owner in try store.leaseOwners() where LeaseOwner.isGone(owner) {
            try store.releaseLeases(of: owner)
        }
    }
}

extension FeedHealth {
    /// The waits after failures, in seconds: 1, 2, 4 … and no longer than this.
    private static let longestWait = 300.0

    fileprivate mutating func fail(_ new: FeedProblem, retryAfter told: Date?, at now: Date, jitter: Double) {
        consecutiveFailures += 1
        problem = new
        let wait = consecutiveFailures < 10 ? Double(1 << (consecutiveFailures - 1)) : Self.longestWait
        nextAttempt = told ?? now + min(wait, Self.longestWait) * (0.8 + 0.4 * jitter)
    }
}

extension FeedService {
    /// How many feeds an account's server reads for this library.
    package func feedCount(of id: AccountID) throws(ArticleStoreError) -> Int {
        try store.accountsOfSubscriptions().values.count { $0 == id }
    }
}
