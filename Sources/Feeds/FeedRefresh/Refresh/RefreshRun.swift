import ArticleStorage
internal import Basics
import ContentCoding
import FeedModel
import FoundationEssentials
import HTTPCache

/// One refresh of many feeds: a single loop that starts visits and receives their results.
struct RefreshRun {
    /// The number of consecutive web pages that indicate a login page.
    private static let hotspotPages = 3

    /// The reason why the loop wakes.
    private indirect enum Wake: Sendable {
        case visited(FeedVisit)
        case step(VisitsUnderWay.Step, SubscriptionID)
        case tick
        /// The refresh was cancelled.
        case cancelled
    }

    let context: VisitContext
    let slow: SlowVisits
    let reason: RefreshReason
    let events: @Sendable (RefreshEvent) -> Void
    private var report = RefreshReport()
    private var queue = VisitQueue()
    private var underWay: VisitsUnderWay
    /// Hosts at which a visit has ended since the last start.
    private var hostsServed: Set<String> = []
    private var leases: RefreshLeases
    private var unsaved = UnsavedStates()
    private var knownHosts = 0
    /// Feeds that answered: their requests in the queue are done.
    private var answered: [SubscriptionID] = []
    private var pagesInARow = 0
    private var paused = PausedHosts()
    /// True after a response, until the queue has waited for a probe.
    private var mayWaitForProbe = false
    private let inbox = Inbox<Wake>()
    /// Visits that the refresh waits for.
    private var visits: [SubscriptionID: RunningVisit] = [:]
    private let deadline: ContinuousClock.Instant

    init(
        context: VisitContext, slow: SlowVisits, owner: String, selection: RefreshSelection, reason: RefreshReason,
        events: @escaping @Sendable (RefreshEvent) -> Void
    ) throws {
        self.context = context
        self.slow = slow
        self.reason = reason
        self.events = events
        deadline = .now + context.settings.refreshBound
        leases = RefreshLeases(context: context, owner: owner)
        underWay = VisitsUnderWay(limitsRate: context.settings.limitsRate)
        try select(selection)
    }

    private mutating func select(_ selection: RefreshSelection) throws {
        let now = context.settings.now()
        let states = try context.store.pollingStates()
        let synced = try context.store.accountsOfSubscriptions()
        var chosen = try context.store.subscriptions().filter {
            synced[$0.id] == nil && $0.feedURL != SavedFeed.address
        }
        let isNamed = selection.isNamed(for: reason)
        if !isNamed { report.paused = selection.removePaused(from: &chosen) }
        knownHosts = Reachability.hosts(of: context.network.accountAddresses() + chosen.lazy.map(\.feedURL))
        if case .feeds(let ids) = selection {
            let wanted = Set(ids)
            chosen = chosen.filter { wanted.contains($0.id) }
            slow.cancel(forNewVisitsTo: wanted)
        }
        let slowFeeds = slow.feeds
        report.slow = chosen.filter { slowFeeds.contains($0.id) }
        chosen.removeAll { slowFeeds.contains($0.id) }
        var planned = plan(chosen, states, isNamed: isNamed, at: now)
        let leased = try leases.acquire(on: planned.map(\.subscription.id), renewing: slowFeeds, at: now)
        report.leasedElsewhere = planned.count - leased.count
        planned.removeAll { !leased.contains($0.subscription.id) }
        report.progress.total = planned.count
        queue = VisitQueue(planned)
    }

    /// Plans a visit to each feed that is due, and counts the others.
    private mutating func plan(
        _ chosen: [Subscription], _ states: [PollingState], isNamed: Bool, at now: Date
    ) -> [PlannedVisit] {
        let indices = Dictionary(zip(states.lazy.map(\.subscription), states.indices), uniquingKeysWith: { $1 })
        var planned: [PlannedVisit] = []
        planned.reserveCapacity(chosen.count)
        for subscription in chosen {
            let state = indices[subscription.id].map { states[$0] } ?? PollingState(subscription: subscription.id)
            switch PollingGate.decide(state, reason, isNamed: isNamed, now: now) {
            case .ask: planned.append(PlannedVisit(subscription, state))
            case .waiting(let until): report.waiting.append((subscription, until))
            case .fresh: report.fresh += 1
            case .gone:
                let problem = state.health.problem ?? .gone
                if isNamed { report.gone.append(.init(subscription: subscription, problem: problem)) }
            case .notDue: break
            }
        }
        return planned
    }

    /// Reads the stored heads for a visit and the next ones.
    private mutating func prepare(for plan: PlannedVisit, to host: String) {
        let group = queue.unprepared(with: plan, to: host)
        guard !group.isEmpty else { return }
        context.network.cache.prepare(for: group.map(\.subscription.feedURL))
    }

    mutating func run() async -> RefreshReport {
        events(.progress(report.progress))
        // Loads the decoders now; otherwise the first visit loads them while the others spin.
        if !queue.isEmpty { Coding.load() }
        await withTaskCancellationHandler {
            await visitFeeds()
        } onCancel: { [inbox] in
            inbox.post(.cancelled)
        }
        if case .unreachable(let until) = context.network.connectivity { report.unreachableUntil = until }
        unsaved.attributeFailures(of: &report, context)
        unsaved.save(in: context.store)
        paused.save(in: context.store, at: context.settings.now())
        report.notRequested += queue.count
        report.isCancelled = Task.isCancelled
        try? context.store.removeQueued(answered.map(QueuedFetch.feed))
        events(.connectivity(context.network.connectivity))
        return report
    }

    /// Visits the feeds of the queue. Ticks and the switch to offline wake it, even if no visit ends.
    private mutating func visitFeeds() async {
        start()
        guard !underWay.isEmpty else { return }
        let ticks = Task { [inbox] in
            while case .some = try? await Pause.sleep(for: .milliseconds(500)) { inbox.post(.tick) }
        }
        let offlineSwitch = context.network.offlineSwitch
        offlineSwitch.listen(ObjectIdentifier(inbox)) { [inbox] in inbox.post(.tick) }
        defer {
            ticks.cancel()
            offlineSwitch.forget(ObjectIdentifier(inbox))
        }
        await receive()
        while await areHostsDead() {
            start()
            await receive()
        }
    }

    /// Receives the results of visits and starts further ones, until none may begin.
    private mutating func receive() async {
        while !underWay.isEmpty || waitsForProbe {
            handle(await inbox.messages())
            let (running, isProbe) = (underWay.count, context.network.isUnreachable)
            start()
            if isProbe, underWay.count > running { mayWaitForProbe = false }
        }
    }

    /// Returns true if the hosts that failed last are dead, and not the connection: one more request is answered. None
    /// is sent if nothing was answered and feeds are left, as when there is no connection.
    private mutating func areHostsDead() async -> Bool {
        guard unsaved.hasSuspectedFailures, queue.isEmpty || !answered.isEmpty, context.network.isUnreachable,
            !report.isOffline, !Task.isCancelled, ContinuousClock.now + .seconds(ConnectionProbe.timeout) < deadline
        else { return false }
        unsaved.save(in: context.store)
        return await unsaved.areHostsDead(context, paused, isQueueDone: queue.isEmpty)
    }

    /// True while the rest of the queue waits once for a probe: if servers have answered, a few dead ones in a row need
    /// not mean a dead connection.
    private var waitsForProbe: Bool {
        mayWaitForProbe && !queue.isEmpty && context.network.isUnreachable && !Task.isCancelled
            && ContinuousClock.now < deadline
    }

    private mutating func handle(_ wakes: [Wake]) {
        var hasTicked = false
        for wake in wakes {
            // Ticks pile up while a save waits for another process's lock.
            if case .tick = wake {
                if hasTicked { continue }
                hasTicked = true
            }
            handle(wake)
        }
    }

    private mutating func handle(_ wake: Wake) {
        switch wake {
        case .visited(let visit): end(visit)
        case .step(.complete(let bytes), let id): complete(id, bytes: bytes)
        case .step(.continued, let id): underWay.useConnectionAgain(id)
        case .tick:
            endIfOffline()
            if !report.isOffline { detachSlowVisits(at: .now) }
            unsaved.saveIfDue(in: context.store)
        case .cancelled: for running in visits.values { running.visit.cancel() }
        }
    }

    /// Ends all visits once the person is offline, in this process or another. Transfers that wait for a connection then
    /// open none.
    private mutating func endIfOffline() {
        guard context.network.offlineSwitch.isOffline else { return }
        report.isOffline = true
        report.notRequested += queue.removeAll()
        for running in visits.values { running.visit.cancel() }
        slow.cancel()
    }

    /// Starts as many visits as the connection allows.
    private mutating func start() {
        let now = context.settings.now()
        underWay.update(at: now)
        for host in hostsServed { release(host, at: now) }
        hostsServed = []
        while underWay.mayBegin(
            exchanges: context.network.exchangesAllowed, maximum: context.settings.exchangesWithinRate),
            !Task.isCancelled, ContinuousClock.now < deadline, context.network.mayUseConnection,
            let plan = queue.popNext()
        {
            begin(plan, at: now)
        }
    }

    /// Begins a visit. If its host is paused or given up, the visit ends at once; if the host is busy, it waits.
    private mutating func begin(_ plan: PlannedVisit, at now: Date) {
        let host = ShownAddress.host(of: plan.subscription.feedURL)
        let (isGivenUp, pause) = (underWay.isGivenUp(host), paused.pause(of: host, at: now))
        guard isGivenUp || pause != nil || underWay.room(at: host) > 0 else { return queue.hold(plan, for: host) }
        if !isGivenUp, pause == nil { prepare(for: plan, to: host) }
        let id = plan.subscription.id
        let progress = VisitsUnderWay.ResponseProgress { [inbox] in inbox.post(.step($0, id)) }
        let visitor = FeedVisitor(plan, context: context, reason: reason, progress: progress)
        guard !isGivenUp else { return finish(visitor.givenUp(silentHost: host), of: plan.subscription) }
        if let pause { return finish(visitor.paused(pause, by: host), of: plan.subscription) }
        let visit = IndependentVisit(visitor) { [inbox] in inbox.post(.visited($0)) }
        visits[id] = RunningVisit(visit: visit, visitor: visitor, began: .now)
        underWay.begin(id, to: host, progress: progress, at: now)
    }

    func releaseLeases() throws { try leases.release(except: slow.feeds) }

    /// Returns to the queue the feeds that the host may serve now, or that are not requested.
    private mutating func release(_ host: String, at now: Date) {
        let isClosed = underWay.isGivenUp(host) || paused.pause(of: host, at: now) != nil
        queue.release(isClosed ? .max : underWay.room(at: host), of: host)
    }

    /// Lets slow visits continue without this refresh; after its time limit, all visits.
    private mutating func detachSlowVisits(at now: ContinuousClock.Instant) {
        for (id, running) in visits where running.abandonment == nil {
            guard now - running.began >= context.settings.slowAfter || now >= deadline else { continue }
            let isSilent = underWay.isSilent(id)
            if !isSilent, slow.keep(running.visit, of: id, events) {
                detach(id)
            } else if isSilent || !context.settings.limitsRate || now >= deadline {
                visits[id]?.abandonment = isSilent ? .silentHost : .tooManySlowVisits
                running.visit.cancel()
            }
        }
    }

    private mutating func detach(_ id: SubscriptionID) {
        if let running = visits.removeValue(forKey: id) { report.slow.append(running.visitor.subscription) }
        if let host = underWay.end(id, contact: .unknown).host { hostsServed.insert(host) }
        report.progress.finished += 1
        events(.progress(report.progress))
    }

    private mutating func end(_ visit: FeedVisit) {
        // Earlier results in this batch may make this visit late.
        underWay.update(at: context.settings.now())
        guard let running = visits.removeValue(forKey: visit.subscription) else { return }
        var result = visit
        switch visit.result == .cancelled ? running.abandonment : nil {
        case .silentHost:
            result = running.visitor.givenUp(silentHost: visit.host)
            result.contact = .disconnected
        case .tooManySlowVisits:
            result = running.visitor.givenUp(
                because: "too slow: \(context.settings.slowVisits) slow downloads are already running")
        case nil: break
        }
        finish(result, of: running.visitor.subscription)
    }

    /// Lets other visits use the connection, which has worked, while the feed's document is parsed and stored.
    private mutating func complete(_ id: SubscriptionID, bytes: Int64) {
        guard let host = underWay.recordDocument(of: id) else { return }
        hostsServed.insert(host)
        mayWaitForProbe = true
        let before = context.network.connectivity
        context.network.noteDocument(bytes: bytes)
        if context.network.connectivity != before { events(.connectivity(context.network.connectivity)) }
    }

    private mutating func finish(_ visit: FeedVisit, of subscription: Subscription) {
        var visit = visit
        let end = underWay.end(visit.subscription, contact: visit.contact)
        if end.wasSilent { visit.contact = .unknown }
        if let host = end.host { hostsServed.insert(host) }
        if visit.contact == .answered, !end.isCounted { mayWaitForProbe = true }
        if let pause = visit.pause { paused.add(pause, of: visit.host) }
        let before = context.network.connectivity
        context.network.note(visit, isCounted: end.isCounted, knownHosts: knownHosts)
        if context.network.connectivity != before { events(.connectivity(context.network.connectivity)) }

        report.requests += visit.wasRequested ? 1 : 0
        report.notModified += visit.isNotModified ? 1 : 0
        report.progress.finished += 1
        report.progress.bytes += visit.bytesSent + visit.bytesReceived
        unsaved.add(visit)
        unsaved.saveIfMany(in: context.store)
        record(visit, of: subscription)
        events(.progress(report.progress))
    }

    private mutating func record(_ visit: FeedVisit, of subscription: Subscription) {
        switch visit.result {
        case .updated(let new, let edited):
            answered.append(visit.subscription)
            pagesInARow = 0
            report.addArticles(new: new.count, edited: edited.count)
            events(.changed(visit.subscription, new: new, edited: edited))
        case .unchanged:
            answered.append(visit.subscription)
            pagesInARow = 0
        case .failed(let problem):
            pagesInARow = visit.isPage ? pagesInARow + 1 : 0
            if pagesInARow >= Self.hotspotPages { report.networkWantsLogin = true }
            report.addFailure(of: subscription, problem, retriedAt: visit.unsavedState?.health.nextAttempt)
            events(.failed(visit.subscription, problem))
        case .waiting(let until):
            report.waiting.append((subscription, until))
        case .notAvailableOffline:
            report.isOffline = true
            report.notRequested += 1
        case .cancelled:
            if report.isOffline || Task.isCancelled { report.notRequested += 1 }
        }
    }
}
