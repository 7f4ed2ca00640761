import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import FoundationEssentials
import JourneyPacking
import PackStorage
import ReaderUI
import Synchronization

/// Packing runs, one at a time: requests of the person, the configured times, and refreshes start them. `PackAgenda`
/// decides which.
final class PackRuns: Sendable {
    typealias Cause = PackAgenda.Cause

    private let store: ArticleStore
    private let packStore: LazyPackStore
    private let queue: PackQueue
    private let service: @Sendable () throws -> FeedService
    private let state: Mutex<Work>

    private struct Work {
        var agenda: PackAgenda
        var run: Task<Void, Never>?
        var watch: Task<Void, Never>?
        /// The enclosure that is downloading.
        var enclosure: JourneyProgress.Enclosure?
    }

    init(
        store: ArticleStore, packStore: LazyPackStore, queue: PackQueue, settings: ReaderPacking.Settings,
        service: @escaping @Sendable () throws -> FeedService
    ) {
        self.store = store
        self.packStore = packStore
        self.queue = queue
        self.service = service
        state = Mutex(Work(agenda: PackAgenda(settings)))
    }

    func set(_ settings: ReaderPacking.Settings) {
        state.withLock { $0.agenda.settings = settings }
    }

    var limits: JourneyLimits { state.withLock { $0.agenda.settings.limits } }

    /// The enclosure that is downloading.
    var currentEnclosure: JourneyProgress.Enclosure? {
        state.withLock { $0.agenda.isRunning ? $0.enclosure : nil }
    }

    /// True if no run is under way or waits for a network.
    var isIdle: Bool { state.withLock { !$0.agenda.isRunning && !$0.agenda.isInterrupted } }

    /// The current run; tests wait for its end.
    var current: Task<Void, Never>? { state.withLock { $0.run } }

    func cancel() {
        state.withLock { work in
            work.run?.cancel()
            work.agenda.cancel()
        }
    }

    /// Ends all running work.
    func stop() {
        cancel()
        state.withLock { $0.watch?.cancel() }
    }

    // MARK: - Runs

    /// - Parameter request: the articles to add to an open journey; nil does not add any.
    func start(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) {
        let isStarted = state.withLock { work in
            guard work.agenda.begin(request) else { return false }
            work.run = Task.detached { [self] in
                await run(request, for: cause, sink)
                let next = state.withLock { work -> PackRequest? in
                    work.run = nil
                    return work.agenda.end()
                }
                if let next { start(next, for: cause, sink) }
            }
            return true
        }
        if !isStarted, let request, request.wantsEnclosures { addToJourney(request) }
    }

    /// Adds the enclosures of a request to the current run's queue, because the person expects them there.
    private func addToJourney(_ request: PackRequest) {
        queue.run { [self] in
            guard let packStore = try? packStore.existing(), let journey = try? packStore.lastJourney(), journey.isOpen
            else { return }
            let planner = JourneyPlanner(store: store, limits: limits, midnight: Clock.system().midnight)
            guard let articles = try? planner.articles(of: request) else { return }
            do { try packStore.add(articles, to: journey.id) } catch { return }
            state.withLock { $0.agenda.markInJourney(request) }
        }
    }

    private func run(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) async {
        var hasBegun = false
        do {
            let service = try service()
            let wantsEnclosures = cause.wantsEnclosures(request)
            let limits = state.withLock { $0.agenda.limits(wantsEnclosures: wantsEnclosures) }
            guard !service.isOffline else {
                return try keep(request, for: cause, sink, wantsEnclosures: wantsEnclosures)
            }
            guard await mayUseNetwork(request, for: cause, sink) else { return }
            let packStore = try packStore.openOrCreate()
            guard let lock = try packStore.lock() else {
                return postpone(request, for: cause, Message("Another lede is packing"), sink)
            }
            defer { withExtendedLifetime(lock) {} }
            hasBegun = true
            let packer = JourneyPacker(service: service, store: store, packStore: packStore, limits: limits)
            let report = try await pack(request, by: packer, sink)
            if [.offline, .networkLost].contains(report.end) { waitForNetwork(sink, wantsEnclosures: wantsEnclosures) }
            show(report, of: cause, sink)
        } catch is CancellationError {
            sink(.packing(nil))
        } catch {
            sink(.packing(nil))
            guard hasBegun else { return postpone(request, for: cause, Message.error(error), sink) }
            sink(.message(.error(error)))
        }
    }

    private func show(_ report: JourneyReport, of cause: Cause, _ sink: Sink) {
        // A scheduled run that found nothing reports nothing, and neither does a stored run whose articles were unpacked.
        let hasResult = report.nothing == nil && !(report.end == .complete && report.isEmpty)
        let lines = hasResult || cause == .person ? JourneyWords.lines(report).map(Message.sentence) : []
        sink(.packingEnded(lines, isProblem: !report.missing.isEmpty || report.end != .complete))
    }

    /// Packs, and reports progress and marks.
    private func pack(
        _ request: PackRequest?, by packer: JourneyPacker, _ sink: @escaping Sink
    ) async throws -> JourneyReport {
        let (pace, marks) = (MarkPace(), PackMarks(packStore: packStore, queue: queue))
        let report = try await packer.pack(request, midnight: Clock.system().midnight) { [self] event in
            guard case .progress(let progress) = event else { return }
            state.withLock { $0.enclosure = progress.enclosure }
            sink(.packing(JourneyWords.progress(progress)))
            if pace.isDue { marks.load(sink) }
        }
        marks.load(sink)
        return report
    }

    /// Stores the request while offline; it runs once there is a network. The person's own request is stored in the
    /// pack store, which outlives the reader.
    private func keep(
        _ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink, wantsEnclosures: Bool
    ) throws {
        if cause == .person {
            let planner = JourneyPlanner(store: store, limits: limits, midnight: Clock.system().midnight)
            let articles = try request.map { try planner.articles(of: $0) } ?? []
            if let request, articles.isEmpty {
                return sink(.message(Message(Message.sentence(try planner.messageForEmptyRequest(request)))))
            }
            let packStore = try packStore.openOrCreate()
            let journey = try packStore.keepJourney(wantsEnclosures ? .enclosures : .articles, at: Date())
            try packStore.add(articles, to: journey.id)
            PackMarks(packStore: self.packStore, queue: queue).load(sink)
        } else {
            state.withLock { $0.agenda.keep(request) }
        }
        waitForNetwork(sink, wantsEnclosures: wantsEnclosures)
        sink(.message(Message("Will be packed once lede is online", offers: [.goesOnline])))
    }

    /// Continues a journey that an earlier reader stored.
    func continueKept(_ sink: @escaping Sink) {
        guard let journey = try? packStore.existing()?.lastJourney(), journey.isOpen, let kept = journey.kept else {
            return
        }
        waitForNetwork(sink, wantsEnclosures: kept == .enclosures)
    }

    private func waitForNetwork(_ sink: @escaping Sink, wantsEnclosures: Bool) {
        state.withLock { $0.agenda.interrupt(wantsEnclosures: wantsEnclosures) }
        followSchedule(sink)
    }

    /// Ends a run that cannot begin now; a run that was waiting for a network keeps waiting.
    ///
    /// - Parameter reason: shown to the person, but not at every attempt of a waiting run.
    private func postpone(_ request: PackRequest?, for cause: Cause, _ reason: Message?, _ sink: @escaping Sink) {
        let (isNew, waits) = state.withLock { work -> (Bool, Bool) in
            // The person has cancelled packing in the meantime.
            guard !Task.isCancelled else { return (false, false) }
            let isNew = work.agenda.postpone(request, for: cause)
            return (isNew, work.agenda.isInterrupted)
        }
        if isNew, let reason { sink(.message(reason)) }
        if waits { followSchedule(sink) }
    }

    /// On a metered network that the person has not permitted, postpones the run and returns false.
    private func mayUseNetwork(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) async -> Bool {
        guard await MeteredNetwork.isMetered() else { return true }
        let reason: Message?
        switch state.withLock({ $0.agenda.replyOnMeteredNetwork(to: cause) }) {
        case .permit: return true
        case .ask: reason = Message("This network is metered: repeat the command to pack anyway", kind: .warning)
        case .wait: reason = Message("This network is metered: packing waits for another one")
        case .refuse: reason = nil
        }
        postpone(request, for: cause, reason, sink)
        return false
    }

    // MARK: - Schedule

    /// Packs before the configured times, and resumes runs that a lost network or `O` interrupted. Ends if there are no
    /// such times or runs.
    func followSchedule(_ sink: @escaping Sink) {
        let task = Task.detached { [self] in
            while !Task.isCancelled {
                try? await Pause.sleep(for: .seconds(secondsUntilCheck()))
                switch nextStep() {
                case .stop: return
                case .wait: continue
                case .start(let request, let cause): start(request, for: cause, sink)
                }
            }
        }
        state.withLock { work in
            work.watch?.cancel()
            work.watch = task
        }
    }

    private func secondsUntilCheck() -> Double {
        let (now, midnight) = (Date(), Clock.system().midnight)
        return state.withLock { $0.agenda.secondsUntilCheck(at: now, midnight: midnight) }
    }

    private func nextStep() -> PackAgenda.Step {
        let isOnline = state.withLock { $0.agenda.waitsForNetwork } && isServiceOnline
        let (now, midnight) = (Date(), Clock.system().midnight)
        return state.withLock { $0.agenda.next(isOnline: isOnline, at: now, midnight: midnight) }
    }

    /// True if the service can be used; creates the service on first use.
    private var isServiceOnline: Bool {
        guard let service = try? service() else { return false }
        return service.connectivity == .online
    }

    /// Packs after a refresh, which may have brought new articles.
    func refreshed(_ sink: @escaping Sink) {
        guard state.withLock({ $0.agenda.settings.packsAfterRefresh }) else { return }
        start(PackRequest(), for: .schedule, sink)
    }
}
