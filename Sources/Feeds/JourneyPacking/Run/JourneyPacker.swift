package import ArticleStorage
internal import Basics
import FeedModel
package import FeedRefresh
package import FoundationEssentials
package import PackStorage
import Synchronization

/// Packs articles for a journey: makes the requests, reports progress, and survives a kill at any instant.
package final class JourneyPacker: Sendable {
    let service: FeedService
    let store: ArticleStore
    let packStore: PackStore
    let limits: JourneyLimits
    private let boot = MachineBoot.id ?? ""
    /// Bytes stored since the last sync, and its time.
    private let unsynced = Mutex<(bytes: Int64, since: ContinuousClock.Instant)>((0, .now))
    /// The bytes received of the current enclosure.
    private let enclosureBytes = Atomic<Int64>(0)
    /// The time at which a server last answered a probe of the connection.
    let probeAnswered = Mutex<ContinuousClock.Instant?>(nil)

    package init(service: FeedService, store: ArticleStore, packStore: PackStore, limits: JourneyLimits) {
        self.service = service
        self.store = store
        self.packStore = packStore
        self.limits = limits
    }

    /// The interval between two ticks (200 ms).
    private static let tick = Duration.milliseconds(200)

    private indirect enum Event: Sendable {
        case fetched(JourneyRun.Job, Fetched)
        /// The feeds that reveal a hotspot were requested at the beginning.
        case probed(HotspotProbe)
        /// It is time to check if the person has gone offline, or if a host may get its next request.
        case tick
        /// A host may get the request for its next page.
        case pauseOver
        /// Everything stored before has reached the disk; an error if it could not.
        case synced(PackStoreError?)
    }

    private static func event(after pause: Duration, _ event: Event) async -> Event {
        try? await Pause.sleep(for: pause)
        return event
    }

    /// Packs until everything available is packed, or the budget is spent. Cancelling the task interrupts it: the
    /// next call continues.
    ///
    /// - Parameter request: the articles to add to an open journey; nil does not add any.
    package func pack(
        _ request: PackRequest?, midnight: Date, events: @escaping @Sendable (JourneyEvent) -> Void = { _ in }
    ) async throws -> JourneyReport {
        guard !service.isOffline else { return try report(.offline, nil) }
        let firstPage = try firstPage(after: packStore.lastJourney())
        let journey = try packStore.beginJourney(at: service.now)
        try packStore.removeOldParts()
        try packStore.removeUnneededContents()
        // Pages that the library has are marked next.
        store.sync()
        try packStore.adoptUnsynced()
        try renewEnclosures()
        let nothing = try request.flatMap { try add($0, to: journey, midnight) }
        try packStore.renewRefused(in: journey.id, at: service.now)
        var run = try run(of: journey, firstPage: firstPage)
        var verification = try verification()
        run.add(try verification.chooseSamples())
        let room = try PackStoreRoom(
            packStore, limits.pictureStoreBytes, journey.id, present: present(), now: service.now)
        let removed = try makeRoomForEnclosures()
        var loop = JourneyLoop(run, room, verification, limits)
        repeat { try await self.run(&loop, events) } while try await exposeHotspot(&loop)
        service.finishPacking()
        try? HostWaits.store(loop.run.throttle.waits(at: .now), in: store, at: service.now)
        try sync()
        var report = try finish(loop.end, loop.run, journey)
        report.removedEnclosures += removed.articles
        report.interruptedHosts = loop.interruptedHosts
        // An interrupted journey has articles of its own.
        if try packStore.articles(of: journey.id).isEmpty { report.nothing = nothing }
        events(.finished(report))
        return report
    }

    /// Returns a run that fetches what a journey still needs.
    private func run(of journey: Journey, firstPage: ContinuousClock.Instant?) throws -> JourneyRun {
        let waits = try HostWaits.stored(in: store, at: service.now)
        var run = JourneyRun(limits: limits, journey: journey, firstPage: firstPage, waits: waits)
        let wanted = try packStore.wanted(in: journey.id)
        run.add(wanted.filter { $0.stage != .enclosure || limits.enclosureBudget > 0 })
        return run
    }

    /// Adds the articles of a request to a journey. Returns the reason if there are none.
    private func add(_ request: PackRequest, to journey: Journey, _ midnight: Date) throws -> String? {
        let planner = JourneyPlanner(store: store, limits: limits, midnight: midnight)
        let articles = try planned(request, by: planner)
        for piece in articles.pieces(of: Self.addedAtOnce) { try packStore.add(piece, to: journey.id) }
        return articles.isEmpty && !request.isInJourney ? try planner.messageForEmptyRequest(request) : nil
    }

    /// Gives the enclosures in the pack store the addresses that their feeds name now, even if the request does not ask
    /// for their articles.
    private func renewEnclosures() throws {
        for piece in Array(try packStore.articlesWithEnclosures()).pieces(of: Self.addedAtOnce) {
            let articles = try store.articles(Array(piece))
            try packStore.renewEnclosures(
                of: Dictionary(uniqueKeysWithValues: articles.map { ($0.id, $0.item.enclosures.map(\.url)) }))
        }
    }

    /// Maximum number of articles that one transaction adds, since other processes wait for it.
    private static let addedAtOnce = 100

    private func planned(_ request: PackRequest, by planner: JourneyPlanner) throws -> [PackedArticle] {
        let articles = try planner.articles(of: request)
        guard request.isInJourney else { return articles }
        let known = try packStore.known()
        return articles.filter { known.contains($0.id) }.map { article in
            var article = article
            // Adding an article by hand restores its removed enclosure; the pack store already knows that this one was
            // added by hand.
            article.isByHand = false
            return article
        }
    }

    /// Returns the earliest time for the first page of a host: a process that has just ended may have asked the host a
    /// moment ago.
    private func firstPage(after last: Journey?) -> ContinuousClock.Instant? {
        guard let last else { return nil }
        let isRecent = last.ended.map { .seconds(service.now.timeIntervalSince($0)) < limits.pagePause } ?? true
        return isRecent ? .now + limits.pagePause : nil
    }

    // MARK: - Main loop

    private typealias Group = ThrowingTaskGroup<Event, any Error>

    private func run(_ loop: inout JourneyLoop, _ events: @Sendable (JourneyEvent) -> Void) async throws {
        var running = loop
        defer { loop = running }
        try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask { await Self.event(after: Self.tick, .tick) }
            running.pauses = PagePauses(limits.pagePause)
            addPause(running.pauses.begin(.now), &group)
            let feeds = try feedsToAskFirst(&running)
            if !feeds.isEmpty { group.addTask { [self] in await .probed(service.probeHotspot(feeds)) } }
            while true {
                if running.stop == nil, try !begin(&running, &group) { running.stop = .diskFull }
                if running.stop != nil { group.cancelAll() }
                guard !running.isOver, let event = try await group.next() else { break }
                try handle(event, &running, &group)
                if let progress = running.newProgress() { events(.progress(progress)) }
            }
            group.cancelAll()
        }
        running.releaseHosts()
    }

    private func addPause(_ wait: Duration?, _ group: inout Group) {
        if let wait { group.addTask { await Self.event(after: wait, .pauseOver) } }
    }

    private func handle(_ event: Event, _ loop: inout JourneyLoop, _ group: inout Group) throws {
        switch event {
        case .tick:
            if loop.stop == nil { loop.stop = reasonToStop(&loop.network) }
            loop.run.setWaiting(loop.network.isDown)
            loop.run.setEnclosure(enclosureProgress(&loop))
            // After a stop, the loop only waits for running exchanges.
            if loop.stop == nil { group.addTask { await Self.event(after: Self.tick, .tick) } }
        case .pauseOver:
            if loop.stop == nil { addPause(loop.pauses.end(.now), &group) }
        case .probed(let probe): try noteFirstProbe(probe, &loop)
        case .synced(let error):
            if let error { try end(&loop, after: error) }
        case .fetched(let job, let fetched):
            if job.address.stage == .page, loop.stop == nil { addPause(loop.pauses.begin(.now), &group) }
            // The exchange may notice it before the next tick; without this, a run whose last exchange was interrupted
            // would count as complete.
            if fetched.end == .cancelled, loop.stop == nil { loop.stop = reasonToStop(&loop.network) }
            if case .broken(let error) = fetched.end { try end(&loop, after: error) }
            do { try note(job, fetched, &loop) } catch let error as PackStoreError { try end(&loop, after: error) }
            // Runs in parallel with the loop, which has to notice that the person goes offline.
            if isSyncDue(after: fetched) { group.addTask { [self] in .synced(syncResult()) } }
        }
    }

    private func end(_ loop: inout JourneyLoop, after error: PackStoreError) throws {
        guard error == .full else { throw error }
        loop.stop = .diskFull
    }

    /// Returns false if the disk has no room for more.
    private func begin(_ loop: inout JourneyLoop, _ group: inout Group) throws -> Bool {
        guard loop.network.mayAsk else { return true }
        guard loop.run.queue.isEmpty || packStore.freeBytes >= limits.diskReserve else { return false }
        while true {
            if loop.run.isAtEnclosures {
                try loop.run.renewEnclosures(packStore.wantedEnclosures()) {
                    try packStore.enclosureBytes() <= limits.enclosureStoreBytes
                }
            }
            switch loop.run.claim(at: .now, probesOnly: loop.network.isDown, hasRoom: loop.room.hasRoom) {
            case .none: return true
            case .tooMuch(let address):
                try packStore.miss(
                    address.id, .unavailable("exceeds the limit of an article"), cost: ExchangeCost(bytes: 0),
                    at: service.now)
            case .noRoom: break
            case .job(let job):
                guard try packStore.isNeeded(job.address.id) else {
                    loop.run.drop(job)
                    continue
                }
                let owners = try owners(of: job.address, &loop)
                group.addTask { [self] in .fetched(job, await fetchOrNoticeOutage(job, owners)) }
            }
        }
    }

    private func owners(of address: WantedAddress, _ loop: inout JourneyLoop) throws -> [PageOwner] {
        guard address.stage == .page else {
            let found = try store.pageOwners(address.articles)
            return address.articles.compactMap { found[$0] }
        }
        let queue = loop.run.queue
        return try loop.owners.dequeue(of: address, next: queue.firstPages(limit: PageOwners.pagesAtOnce)) {
            try store.pageOwners($0)
        }
    }

    func fetch(_ job: JourneyRun.Job, _ owners: [PageOwner]) async -> Fetched {
        guard job.address.stage != .page else {
            return await PageFetch(
                service: service, packStore: packStore, address: job.address, owners: owners, stub: job.stub,
                limit: job.limit, bytesAhead: job.bytesAhead, pictureLimit: limits.articlePictures
            ).run()
        }
        let isEnclosure = job.address.stage == .enclosure
        if isEnclosure { enclosureBytes.store(0, ordering: .relaxed) }
        return await FileFetch(
            service: service, packStore: packStore, address: job.address, owners: owners, boot: boot, limit: job.limit,
            bytesAhead: job.bytesAhead, diskReserve: limits.diskReserve, bytesBeforePart: limits.bytesBeforePart
        ).run { [self] count in
            if isEnclosure { enclosureBytes.add(count, ordering: .relaxed) }
        }
    }

    private func note(_ job: JourneyRun.Job, _ fetched: Fetched, _ loop: inout JourneyLoop) throws {
        loop.network.update(service.connectivity)
        loop.noteInterruption(of: job, by: fetched.end)
        let wait = fetched.retryAfter.map { Duration.seconds(max(0, $0.timeIntervalSince(service.now))) }
        if case .stored(let bytes) = fetched.end { loop.room.add(bytes) }
        let missing = loop.run.finish(job, fetched, isNetworkDown: loop.network.isDown, wait: wait, at: .now)
        if let missing { try packStore.miss(job.address.id, missing, cost: ExchangeCost(bytes: 0), at: service.now) }
        if case .connectionFailed(let reason) = fetched.end, !loop.network.isDown {
            try packStore.noteFailure(of: job.address.id, reason)
        }
        try look(at: fetched, of: job.address, &loop)
    }

    /// Bounds the contents that a power cut loses.
    private func isSyncDue(after fetched: Fetched) -> Bool {
        guard case .stored = fetched.end else { return false }
        return unsynced.withLock { unsynced in
            unsynced.bytes += fetched.bytes
            let isDue = unsynced.bytes >= limits.unsyncedBytes || .now - unsynced.since >= limits.unsyncedTime
            if isDue { unsynced = (0, .now) }
            return isDue
        }
    }

    /// Syncs the library first: the pack store then records that the library's pages have reached the disk.
    private func sync() throws(PackStoreError) {
        store.sync()
        try packStore.sync()
    }

    private func syncResult() -> PackStoreError? {
        do throws(PackStoreError) { try sync() } catch { return error }
        return nil
    }

    func reasonToStop(_ network: inout NetworkWatch) -> JourneyEnd? {
        if Task.isCancelled { return .cancelled }
        if service.isOffline { return .offline }
        network.update(service.connectivity)
        return network.hasWaitedLongEnough ? .networkLost : nil
    }

    private func enclosureProgress(_ loop: inout JourneyLoop) -> JourneyProgress.Enclosure? {
        guard let address = loop.run.enclosure,
            let enclosure = try? packStore.enclosures().first(where: { $0.id == address.id })
        else { return nil }
        let speed = loop.speed.measured(
            of: address.id, received: enclosureBytes.load(ordering: .relaxed), after: Self.tick)
        return JourneyProgress.Enclosure(
            title: enclosure.title, received: enclosure.received, size: enclosure.size, speed: speed)
    }
}
