import ArticleStorage
import Basics
import FeedRefresh
import FoundationEssentials
import JourneyHold
import JourneyPacking
import ReaderUI
import Synchronization

/// Runs of packing, one at a time: requests of the person, the times of the configuration, and refreshes start them.
final class PackRuns: Sendable {
    typealias Sink = ReaderPacking.Sink

    private let store: ArticleStore
    private let hold: LazyHold
    private let queue: PackQueue
    private let service: @Sendable () throws -> FeedService
    private let state: Mutex<Work>

    private struct Work {
        var settings: ReaderPacking.Settings
        var run: Task<Void, Never>?
        var watch: Task<Void, Never>?
        /// Requests that start after the current run.
        var waiting: [PackRequest] = []
        /// The run that a missing network ended; it continues once there is a network.
        var interrupted: Interrupted?
        /// True once a message has said that the network is metered.
        var wasAsked = false
        /// The enclosure that is downloading.
        var enclosure: JourneyProgress.Enclosure?
        var schedule: PackSchedule
    }

    /// A run that waits for a network.
    private struct Interrupted {
        /// True if the person asked for enclosures.
        var wantsEnclosures: Bool
    }

    /// The origin of a run.
    enum Cause: Equatable {
        /// The person, who is present and may be asked about a metered network.
        case person
        /// A time of the day, or a refresh.
        case schedule
        /// The network is back after a run that the person or a schedule started.
        case network(wantsEnclosures: Bool)
    }

    init(
        store: ArticleStore, hold: LazyHold, queue: PackQueue, settings: ReaderPacking.Settings,
        service: @escaping @Sendable () throws -> FeedService
    ) {
        self.store = store
        self.hold = hold
        self.queue = queue
        self.service = service
        state = Mutex(Work(settings: settings, schedule: PackSchedule(times: settings.packBefore)))
    }

    func set(_ settings: ReaderPacking.Settings) {
        state.withLock { work in
            work.settings = settings
            work.schedule.times = settings.packBefore
        }
    }

    var limits: JourneyLimits { state.withLock { $0.settings.limits } }

    /// The enclosure that is downloading.
    var currentEnclosure: JourneyProgress.Enclosure? {
        state.withLock { $0.run == nil ? nil : $0.enclosure }
    }

    func cancel() {
        state.withLock { work in
            work.run?.cancel()
            work.waiting = []
            work.interrupted = nil
        }
    }

    /// Ends all running work.
    func stop() {
        cancel()
        state.withLock { $0.watch?.cancel() }
    }

    // MARK: - Runs

    /// - Parameter request: the articles to add to those of an open journey; nil adds none.
    func start(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) {
        let isRunning = state.withLock { work in
            guard work.run == nil else {
                if let request { work.waiting.append(request) }
                return true
            }
            work.interrupted = nil
            work.run = Task.detached { [self] in
                await run(request, for: cause, sink)
                let next = state.withLock { work -> PackRequest? in
                    work.run = nil
                    // Without a network, what waits starts with the interrupted run.
                    return work.interrupted != nil || work.waiting.isEmpty ? nil : work.waiting.removeFirst()
                }
                if let next { start(next, for: cause, sink) }
            }
            return false
        }
        if isRunning, let request, request.wantsEnclosures { enlist(request) }
    }

    /// Adds the enclosures of a request to the queue of the current run, because the person expects them there.
    private func enlist(_ request: PackRequest) {
        queue.run { [self] in
            guard let hold = try? hold.existing(), let journey = try? hold.lastJourney(), journey.isOpen else { return }
            let planner = JourneyPlanner(store: store, limits: limits, midnight: Clock.system().midnight)
            if let articles = try? planner.articles(of: request) { try? hold.add(articles, to: journey.id) }
        }
    }

    private func run(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) async {
        do {
            let service = try service()
            let wantsEnclosures = Self.wantsEnclosures(request, cause)
            var limits = limits
            if wantsEnclosures, limits.enclosureBudget == 0 {
                limits.enclosureBudget = JourneyLimits.usualEnclosureBudget
            }
            guard !service.isOffline else { return keep(request, sink, wantsEnclosures: wantsEnclosures) }
            guard await mayUseLine(isAsked: cause == .person, sink) else { return }
            let hold = try hold.made()
            guard let lock = hold.lock() else { return sink(.message(Message("Another lede is packing"))) }
            defer { withExtendedLifetime(lock) {} }
            let packer = JourneyPacker(service: service, store: store, hold: hold, limits: limits)
            let report = try await pack(request, by: packer, sink)
            if [.offline, .lineLost].contains(report.end) { waitForLine(sink, wantsEnclosures: wantsEnclosures) }
            // A scheduled run that found nothing reports nothing.
            let lines = report.nothing == nil || cause == .person ? JourneyWords.lines(report) : []
            sink(.packingEnded(lines, isProblem: !report.missing.isEmpty || report.end != .complete))
        } catch is CancellationError {
            sink(.packing(nil))
        } catch {
            sink(.packing(nil))
            sink(.message(.error("\(error)")))
        }
    }

    /// Packs, and reports progress and marks.
    private func pack(
        _ request: PackRequest?, by packer: JourneyPacker, _ sink: @escaping Sink
    ) async throws -> JourneyReport {
        let (pace, marks) = (MarkPace(), PackMarks(hold: hold, queue: queue))
        let report = try await packer.pack(request, midnight: Clock.system().midnight) { [self] event in
            guard case .progress(let progress) = event else { return }
            state.withLock { $0.enclosure = progress.enclosure }
            sink(.packing(JourneyWords.progress(progress)))
            if pace.isDue { marks.load(sink) }
        }
        marks.load(sink)
        return report
    }

    /// True if the person asked for enclosures, even if the configured budget for them is 0.
    private static func wantsEnclosures(_ request: PackRequest?, _ cause: Cause) -> Bool {
        switch cause {
        // Without a request the person has resumed an enclosure.
        case .person: request?.wantsEnclosures ?? true
        case .schedule: false
        case .network(let wantsEnclosures): wantsEnclosures || request?.wantsEnclosures == true
        }
    }

    /// Stores the request while offline; it runs once there is a network.
    private func keep(_ request: PackRequest?, _ sink: @escaping Sink, wantsEnclosures: Bool) {
        state.withLock { work in
            if let request, !work.waiting.contains(request) { work.waiting.append(request) }
        }
        waitForLine(sink, wantsEnclosures: wantsEnclosures)
        sink(.message(Message("Packed once lede is online (O)")))
    }

    private func waitForLine(_ sink: @escaping Sink, wantsEnclosures: Bool) {
        state.withLock { $0.interrupted = Interrupted(wantsEnclosures: wantsEnclosures) }
        followSchedule(sink)
    }

    /// Permits a metered network if the person requests packing a second time.
    private func mayUseLine(isAsked: Bool, _ sink: Sink) async -> Bool {
        guard await MeteredLine.isMetered() else { return true }
        let wasAsked = state.withLock { work in
            defer { work.wasAsked = work.wasAsked || isAsked }
            return work.wasAsked
        }
        if !wasAsked, isAsked {
            sink(.message(Message("This network is metered: repeat the command to pack anyway", kind: .warning)))
        }
        return wasAsked && isAsked
    }

    // MARK: - Schedule

    /// Packs before the times in the configuration, and resumes runs that a lost network or `O` interrupted. Ends if
    /// there are no such times or runs.
    func followSchedule(_ sink: @escaping Sink) {
        let task = Task.detached { [self] in
            while !Task.isCancelled {
                try? await Pause.sleep(for: .seconds(secondsUntilCheck(at: Date())))
                let (interrupted, isRunning, hasTimes) = state.withLock {
                    ($0.interrupted, $0.run != nil, !$0.schedule.times.isEmpty)
                }
                guard interrupted != nil || hasTimes else { break }
                guard !isRunning else { continue }
                if let interrupted, let service = try? service(), service.connectivity == .online {
                    let request = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                    start(request, for: .network(wantsEnclosures: interrupted.wantsEnclosures), sink)
                } else if dequeueDueTime(at: Date()) {
                    start(PackRequest(), for: .schedule, sink)
                }
            }
        }
        state.withLock { work in
            work.watch?.cancel()
            work.watch = task
        }
    }

    private func dequeueDueTime(at now: Date) -> Bool {
        let midnight = Clock.system().midnight
        return state.withLock { $0.schedule.dequeueDueTime(at: now, midnight: midnight) }
    }

    private func secondsUntilCheck(at now: Date) -> Double {
        let midnight = Clock.system().midnight
        return state.withLock { work in
            work.interrupted == nil ? work.schedule.secondsUntilCheck(at: now, midnight: midnight) : PackSchedule.step
        }
    }

    /// Packs after a refresh, which may have brought new articles.
    func refreshed(_ sink: @escaping Sink) {
        guard state.withLock({ $0.settings.packsAfterRefresh }) else { return }
        start(PackRequest(), for: .schedule, sink)
    }
}
