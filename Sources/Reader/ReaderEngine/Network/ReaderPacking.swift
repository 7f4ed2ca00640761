package import ArticleStorage
import Basics
package import FeedModel
package import FeedRefresh
import FoundationEssentials
package import JourneyHold
package import JourneyPacking
package import ReaderUI
import Synchronization

/// Packing as the reader uses it: one run at a time, in the background. The hold is opened only if something was packed
/// or is requested.
package final class ReaderPacking: Sendable {
    package typealias Sink = @Sendable (Event) -> Void

    private let store: ArticleStore
    private let hold: LazyHold
    private let service: @Sendable () throws -> FeedService
    private let state: Mutex<Work>
    /// Runs reads and writes of the hold in order.
    private let queue = PackQueue()

    /// The limits of packing, and the times when it runs automatically.
    package struct Settings: Equatable, Sendable {
        package var limits: JourneyLimits
        package var packsAfterRefresh: Bool
        /// Times of the day, in minutes since midnight.
        package var packBefore: [Int]

        package init(limits: JourneyLimits, packsAfterRefresh: Bool, packBefore: [Int]) {
            self.limits = limits
            self.packsAfterRefresh = packsAfterRefresh
            self.packBefore = packBefore
        }
    }

    private struct Work {
        var settings: Settings
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
    private enum Cause: Equatable {
        /// The person, who is present and may be asked about a metered network.
        case person
        /// A time of the day, or a refresh.
        case schedule
        /// The network is back after a run that the person or a schedule started.
        case network(wantsEnclosures: Bool)
    }

    package init(
        store: ArticleStore, hold: LazyHold, settings: Settings, service: @escaping @Sendable () throws -> FeedService
    ) {
        self.store = store
        self.hold = hold
        self.service = service
        state = Mutex(Work(settings: settings, schedule: PackSchedule(times: settings.packBefore)))
    }

    package func set(_ settings: Settings) {
        state.withLock { work in
            work.settings = settings
            work.schedule.times = settings.packBefore
        }
    }

    // MARK: - Requests of the person

    package func toggle(_ target: PackTarget, _ sink: @escaping Sink) {
        queue.run { [self] in
            do {
                let ids = try articles(of: target)
                guard !ids.isEmpty else { return sink(.message(Message("Nothing unread here"))) }
                if let hold = try hold.existing(), try hold.known().isSuperset(of: ids) {
                    let count = try hold.remove(ids)
                    tellMarks(sink)
                    return sink(.message(Message("Unpacked: \(count.counting("article"))")))
                }
                start(PackRequest(articles: ids), for: .person, sink)
            } catch {
                sink(.message(.error("\(error)")))
            }
        }
    }

    /// - Parameter words: a scope; none for starred and unread articles.
    package func pack(_ words: [String], _ sink: @escaping Sink) {
        queue.run { [self] in
            do {
                start(try PackRequest(words, in: store), for: .person, sink)
            } catch {
                sink(.message(.error("\(error)")))
            }
        }
    }

    package func packEnclosure(of id: ArticleID, _ sink: @escaping Sink) throws {
        guard try store.article(id)?.item.enclosures.isEmpty == false else {
            return sink(.message(Message("No enclosure here")))
        }
        sink(.message(Message("The enclosure is being fetched: L shows the queue")))
        start(PackRequest(articles: [id], wantsEnclosures: true), for: .person, sink)
    }

    package func cancel() {
        state.withLock { work in
            work.run?.cancel()
            work.waiting = []
            work.interrupted = nil
        }
    }

    /// Ends all running work.
    package func stop() {
        cancel()
        state.withLock { $0.watch?.cancel() }
    }

    private func articles(of target: PackTarget) throws -> [ArticleID] {
        switch target {
        case .articles(let ids): return ids
        case .unread(let scope):
            let listing = ArticleListing(scope, unreadOnly: true, midnight: Clock.system().midnight)
            let limit = state.withLock { $0.settings.limits.articles }
            return try store.page(of: listing, at: .start, limit: limit).rows.map(\.id)
        }
    }

    // MARK: - Marks

    /// Reports the packed parts of each article.
    package func loadMarks(_ sink: @escaping Sink) {
        queue.run { [self] in tellMarks(sink) }
    }

    private func tellMarks(_ sink: Sink) {
        do { sink(.packs(try hold.existing()?.marks() ?? [:])) } catch { sink(.message(.error("\(error)"))) }
    }

    // MARK: - Runs

    private func start(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) {
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
            let limits = state.withLock { $0.settings.limits }
            let planner = JourneyPlanner(store: store, limits: limits, midnight: Clock.system().midnight)
            if let articles = try? planner.articles(of: request) { try? hold.add(articles, to: journey.id) }
        }
    }

    private func run(_ request: PackRequest?, for cause: Cause, _ sink: @escaping Sink) async {
        do {
            let service = try service()
            let wantsEnclosures = Self.wantsEnclosures(request, cause)
            var limits = state.withLock { $0.settings.limits }
            if wantsEnclosures, limits.enclosureBudget == 0 {
                limits.enclosureBudget = JourneyLimits.usualEnclosureBudget
            }
            guard !service.isOffline else { return keep(request, sink, wantsEnclosures: wantsEnclosures) }
            guard await mayUseLine(isAsked: cause == .person, sink) else { return }
            let hold = try hold.made()
            guard let lock = hold.lock() else { return sink(.message(Message("Another lede is packing"))) }
            defer { withExtendedLifetime(lock) {} }
            let pace = MarkPace()
            let packer = JourneyPacker(service: service, store: store, hold: hold, limits: limits)
            let report = try await packer.pack(request, midnight: Clock.system().midnight) { [self] event in
                guard case .progress(let progress) = event else { return }
                state.withLock { $0.enclosure = progress.enclosure }
                sink(.packing(JourneyWords.progress(progress)))
                if pace.isDue { loadMarks(sink) }
            }
            loadMarks(sink)
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
    package func followSchedule(_ sink: @escaping Sink) {
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
    package func refreshed(_ sink: @escaping Sink) {
        guard state.withLock({ $0.settings.packsAfterRefresh }) else { return }
        start(PackRequest(), for: .schedule, sink)
    }

    // MARK: - Enclosures

    package func loadQueue(for use: QueueUse, _ sink: @escaping Sink) {
        queue.run { [self] in
            do {
                let found = try hold.existing()?.enclosures() ?? []
                let played = found.isEmpty ? [:] : try store.playbacks()
                let current = state.withLock { $0.run == nil ? nil : $0.enclosure }
                sink(.enclosureQueue(found.map { EnclosureLine($0, played[$0.url], current: current) }, use))
            } catch {
                sink(.message(.error("\(error)")))
            }
        }
    }

    package func change(_ number: Int64, _ change: EnclosureChange, _ sink: @escaping Sink) {
        queue.run { [self] in
            let id = AddressID(rawValue: number)
            do {
                guard let hold = try hold.existing() else { return }
                switch change {
                case .pause: _ = try hold.pause(id, true)
                case .resume:
                    if try hold.pause(id, false) { start(nil, for: .person, sink) }
                case .remove: _ = try hold.removeEnclosure(id)
                case .earlier: _ = try hold.move(id, .earlier)
                case .later: _ = try hold.move(id, .later)
                }
            } catch {
                sink(.message(.error("\(error)")))
            }
        }
        loadQueue(for: .renewal, sink)
    }

    /// Returns the stored file of an enclosure and marks it as opened.
    package func file(of url: String) -> String? {
        guard let hold = try? hold.existing(), let file = try? hold.enclosureFile(of: url) else { return nil }
        // Write in the queue: another process may be writing to the hold, and the key would wait for it.
        queue.run { [now = Date()] in try? hold.noteOpened(url, at: now) }
        return file
    }
}

/// Limits how often marks are reread while packing runs (1 s).
private final class MarkPace: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    var isDue: Bool {
        last.withLock { last in
            let now = ContinuousClock.now
            if let before = last, now - before < .seconds(1) { return false }
            last = now
            return true
        }
    }
}
