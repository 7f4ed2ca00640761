import ArticleStorage
internal import Basics
import ContentCoding
package import FeedModel
import FoundationEssentials
import HTTPCache

/// The feeds of a refresh.
package enum RefreshSelection: Sendable {
    case all
    case feeds([SubscriptionID])
}

extension FeedService {
    /// Polls the selected feeds, as many at once as the connection allows, and stores the results. Cancelling the
    /// task ends it within moments and keeps every answer received by then.
    package func refresh(
        _ selection: RefreshSelection = .all, reason: RefreshReason,
        events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> RefreshReport {
        guard !isOffline else {
            var report = RefreshReport()
            report.isOffline = true
            return report
        }
        // A schedule may find that no feed is due.
        if !reason.onlyDue { network.prepare() }
        if case .all = selection { network.forgetExchangeLimit() }
        // Read before the visits read the library: simultaneous reads would open a second connection.
        let accounts = try accounts(of: selection)
        async let synced = sync(accounts, reason: reason, events: events)
        var run = try RefreshRun(
            context: visitContext, slow: slow, owner: owner, selection: selection, reason: reason, events: events)
        var report = await run.run()
        do {
            try run.releaseLeases()
            report.add(try await synced)
        } catch {
            network.saveTraffic()
            throw error
        }
        if !report.accounts.isEmpty {
            report.noteLine(connectivity)
            events(.connectivity(connectivity))
        }
        if case .all = selection, reason != .schedule, !report.isCancelled, report.unreachableUntil == nil {
            try store.removeQueued([.everything])
        }
        network.saveTraffic()
        if case .all = selection, !report.isCancelled { try await tidy() }
        let cache = network.cache
        try await storing.run { cache.flush() }
        events(.finished(report))
        return report
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

/// One refresh of many feeds: a single loop that starts visits and receives their results.
private struct RefreshRun {
    /// The number of outcomes without articles that are stored together.
    static let batch = 64
    /// The number of feeds whose visits are prepared together: the reading for some runs while others are answered.
    static let preparedAtOnce = 64
    /// The number of consecutive web pages that indicate a login page.
    static let pagesToTell = 3

    private enum Wake: Sendable {
        case visited(FeedVisit)
        case tick
        /// The refresh was cancelled.
        case cancelled
    }

    let context: VisitContext
    let slow: SlowVisits
    /// The name of this process for others that use the library.
    let owner: String
    let reason: RefreshReason
    let events: @Sendable (RefreshEvent) -> Void
    private var report = RefreshReport()
    /// Feeds of which nothing is read yet but their state, in the groups that are prepared together, the next one last:
    /// each group frees its memory.
    private var unprepared: [[PlannedVisit]] = []
    /// Prepared feeds, the next one last.
    private var queue: [PlannedVisit] = []
    private var underWay = VisitsUnderWay()
    /// Prepared feeds that wait only for their host, in order.
    private var heldBack: [String: ArraySlice<PlannedVisit>] = [:]
    /// Feeds that no other process polls meanwhile.
    private var leased: Set<SubscriptionID> = []
    /// The feeds of earlier refreshes' slow visits, whose leases this run has renewed.
    private var renewed: Set<SubscriptionID> = []
    private var unsaved: [PollingState] = []
    /// Failures that may be the connection's: a dead connection must not count against the feeds.
    private var suspected: [PollingState] = []
    private var knownHosts = 0
    /// Feeds that answered: their requests in the queue are done.
    private var answered: [SubscriptionID] = []
    private var pagesInARow = 0
    private let mailbox = Mailbox<Wake>()
    /// Visits that the refresh waits for.
    private var visits: [SubscriptionID: RunningVisit] = [:]
    private let deadline: ContinuousClock.Instant

    private struct PlannedVisit {
        let subscription: Subscription
        let state: PollingState
        /// The dates of its newest stored articles; nil if they are not read.
        var recentDates: [Date]?
    }

    private struct RunningVisit {
        let visit: IndependentVisit
        let visitor: FeedVisitor
        let began: ContinuousClock.Instant
        /// True for a visit cancelled because it was slow and no further slow visit may continue.
        var isGivenUp = false
    }

    init(
        context: VisitContext, slow: SlowVisits, owner: String, selection: RefreshSelection, reason: RefreshReason,
        events: @escaping @Sendable (RefreshEvent) -> Void
    ) throws {
        self.context = context
        self.slow = slow
        self.owner = owner
        self.reason = reason
        self.events = events
        deadline = .now + context.settings.refreshBound
        try select(selection)
    }

    private mutating func select(_ selection: RefreshSelection) throws {
        let now = context.settings.now()
        let states = try context.store.pollingStates()
        let places = Dictionary(zip(states.lazy.map(\.subscription), states.indices), uniquingKeysWith: { $1 })
        let synced = try context.store.accountsOfSubscriptions()
        var chosen = try context.store.subscriptions().filter {
            synced[$0.id] == nil && $0.feedURL != SavedFeed.address
        }
        knownHosts = Reachability.hosts(of: context.network.accountAddresses() + chosen.lazy.map(\.feedURL))
        if case .feeds(let ids) = selection {
            let wanted = Set(ids)
            chosen = chosen.filter { wanted.contains($0.id) }
            slow.cancel(forNewVisitsTo: wanted)
        }
        let slowFeeds = slow.feeds
        report.slow = chosen.filter { slowFeeds.contains($0.id) }
        chosen.removeAll { slowFeeds.contains($0.id) }
        var planned: [PlannedVisit] = []
        planned.reserveCapacity(chosen.count)
        for subscription in chosen {
            let state = places[subscription.id].map { states[$0] } ?? PollingState(subscription: subscription.id)
            switch PollingGate.decide(state, reason, now: now) {
            case .ask: planned.append(PlannedVisit(subscription: subscription, state: state))
            case .told(let until): report.waiting.append((subscription, until))
            case .fresh: report.fresh += 1
            case .notDue, .gone: break
            }
        }
        renewed = slowFeeds
        leased = try lease(planned.map(\.subscription.id), at: now)
        report.leasedElsewhere = planned.count - leased.count
        planned.removeAll { !leased.contains($0.subscription.id) }
        report.progress.total = planned.count
        unprepared = stride(from: 0, to: planned.count, by: Self.preparedAtOnce).map {
            Array(planned[$0...].prefix(Self.preparedAtOnce))
        }.reversed()
    }

    /// Reads what the next visits need, for many at once.
    private mutating func prepare() {
        guard var next = unprepared.popLast() else { return }
        // Without these dates a visit reads its own.
        let dates = try? context.store.recentArticleDates(of: next.map(\.subscription.id))
        for index in next.indices { next[index].recentDates = dates?[next[index].subscription.id] }
        context.network.cache.prepare(for: next.map(\.subscription.feedURL))
        queue.insert(contentsOf: next.reversed(), at: 0)
    }

    /// Acquires the leases of feeds, and renews those of feeds whose visits continue.
    private func lease(_ ids: [SubscriptionID], at now: Date) throws -> Set<SubscriptionID> {
        // Leases of killed processes are free at once.
        try LeaseOwner.releaseLeasesOfTheDead(in: context.store)
        return try context.store.acquireLeases(
            on: ids + renewed, owner: owner, until: now + context.settings.lease, at: now
        ).subtracting(renewed)
    }

    mutating func run() async -> RefreshReport {
        events(.progress(report.progress))
        // Otherwise one of the first visits would load the decoders, and the others would wait at full speed.
        if !unprepared.isEmpty { Coding.load() }
        let ticks = Task { [mailbox] in
            while case .some = try? await Pause.sleep(for: .milliseconds(500)) { mailbox.post(.tick) }
        }
        await withTaskCancellationHandler {
            start()
            while !underWay.isEmpty {
                for wake in await mailbox.messages() { take(wake) }
                start()
            }
        } onCancel: { [mailbox] in
            mailbox.post(.cancelled)
        }
        ticks.cancel()
        if case .unreachable(let until) = context.network.connectivity {
            report.unreachableUntil = until
        } else {
            unsaved += suspected
        }
        save()
        report.isCancelled = Task.isCancelled
        try? context.store.removeQueued(answered.map(QueuedFetch.feed))
        events(.connectivity(context.network.connectivity))
        return report
    }

    private mutating func take(_ wake: Wake) {
        switch wake {
        case .visited(let visit): end(visit)
        case .tick: detachSlowVisits(at: .now)
        case .cancelled: for running in visits.values { running.visit.cancel() }
        }
    }

    /// Starts as many visits as the connection allows.
    private mutating func start() {
        let now = context.settings.now()
        underWay.update(at: now)
        while underWay.lively < context.network.exchangesAllowed, underWay.count < context.settings.exchangesAtOnce,
            !Task.isCancelled, ContinuousClock.now < deadline, context.network.lineMayBeAsked, let plan = nextPlan()
        {
            let subscription = plan.subscription
            let host = FeedVisitor.host(of: subscription.feedURL)
            let isGivenUp = underWay.isGivenUp(host)
            guard isGivenUp || underWay.room(at: host) > 0 else {
                heldBack[host, default: []].append(plan)
                continue
            }
            let answer = VisitsUnderWay.Answer()
            let visitor = FeedVisitor(
                context: context, subscription: subscription, state: plan.state, reason: reason,
                recentDates: plan.recentDates, answer: answer)
            guard !isGivenUp else {
                finish(visitor.notAsked(of: host), of: subscription)
                continue
            }
            let visit = IndependentVisit(visitor) { [mailbox] in mailbox.post(.visited($0)) }
            visits[subscription.id] = RunningVisit(visit: visit, visitor: visitor, began: .now)
            underWay.began(subscription.id, to: host, answer: answer, at: now)
        }
    }

    private mutating func nextPlan() -> PlannedVisit? {
        if queue.isEmpty { prepare() }
        return queue.popLast()
    }

    /// Ends the leases of this run, except those of visits that continue without it.
    func releaseLeases() throws {
        // A slow visit may have ended, and its lease, just before this run renewed it.
        try context.store.releaseLeases(on: Array(leased.union(renewed).subtracting(slow.feeds)), of: owner)
    }

    /// Returns to the queue the feeds that the host may serve now.
    private mutating func release(_ host: String) {
        let count = underWay.isGivenUp(host) ? .max : underWay.room(at: host)
        guard count > 0, let held = heldBack[host] else { return }
        queue.append(contentsOf: held.prefix(count).reversed())
        heldBack[host] = held.count > count ? held.dropFirst(count) : nil
    }

    /// Lets slow visits continue without this refresh; after its time limit, all visits.
    private mutating func detachSlowVisits(at now: ContinuousClock.Instant) {
        for (id, running) in visits where !running.isGivenUp {
            guard now - running.began >= context.settings.slowAfter || now >= deadline else { continue }
            if slow.keep(running.visit, of: id, events) {
                detach(id)
            } else {
                visits[id]?.isGivenUp = true
                running.visit.cancel()
            }
        }
    }

    private mutating func detach(_ id: SubscriptionID) {
        if let running = visits.removeValue(forKey: id) { report.slow.append(running.visitor.subscription) }
        if let host = underWay.ended(id, heard: false, lineFailed: false).host { release(host) }
        report.progress.finished += 1
        events(.progress(report.progress))
    }

    private mutating func end(_ visit: FeedVisit) {
        guard let running = visits.removeValue(forKey: visit.subscription) else { return }
        let isTooSlow = running.isGivenUp && visit.result == .cancelled
        finish(
            isTooSlow
                ? running.visitor.givenUp(
                    because: "too slow: \(context.settings.slowVisits) slow servers answer already")
                : visit,
            of: running.visitor.subscription)
    }

    private mutating func finish(_ visit: FeedVisit, of subscription: Subscription) {
        var visit = visit
        let end = underWay.ended(visit.subscription, heard: visit.heard, lineFailed: visit.lineFailed)
        if end.wasSilent { visit.lineFailed = false }
        if let host = end.host { release(host) }
        let before = context.network.connectivity
        context.network.note(visit, knownHosts: knownHosts)
        if context.network.connectivity != before { events(.connectivity(context.network.connectivity)) }

        report.requests += visit.wasRequested ? 1 : 0
        report.notModified += visit.isNotModified ? 1 : 0
        report.progress.finished += 1
        report.progress.bytes += visit.bytesSent + visit.bytesReceived
        if let state = visit.unsavedState {
            if visit.lineFailed { suspected.append(state) } else { unsaved.append(state) }
        }
        if unsaved.count >= Self.batch { save() }
        tell(visit, of: subscription)
        events(.progress(report.progress))
    }

    private mutating func tell(_ visit: FeedVisit, of subscription: Subscription) {
        switch visit.result {
        case .updated(let new, let edited):
            answered.append(visit.subscription)
            pagesInARow = 0
            report.progress.newArticles += new.count
            report.progress.editedArticles += edited.count
            events(.changed(visit.subscription, new: new, edited: edited))
        case .unchanged:
            answered.append(visit.subscription)
            pagesInARow = 0
        case .failed(let problem):
            pagesInARow = problem.kind == .notAFeed ? pagesInARow + 1 : 0
            if pagesInARow >= Self.pagesToTell { report.networkWantsLogin = true }
            report.progress.failed += 1
            report.failures.append(
                RefreshReport.Failure(
                    subscription: subscription, problem: problem,
                    nextAttempt: visit.unsavedState?.health.nextAttempt))
            events(.failed(visit.subscription, problem))
        case .waiting(let until):
            report.waiting.append((subscription, until))
        case .notAvailableOffline, .cancelled:
            break
        }
    }

    private mutating func save() {
        // A failure here loses only the times of the last polls; articles have their own transactions.
        try? context.store.record(unsaved)
        unsaved = []
    }
}
