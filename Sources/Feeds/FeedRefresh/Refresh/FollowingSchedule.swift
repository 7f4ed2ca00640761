import ArticleStorage
internal import Basics
import Dispatch
import FeedModel
package import FoundationEssentials
import Synchronization

extension FeedService {
    /// Minimum time between two checks for work, in seconds.
    private static let step: TimeInterval = 1

    /// Keeps the library fresh and its search index up to date while the reader runs: refreshes due feeds about every
    /// `interval` seconds, indexes new articles, fetches the queue, and sends marks to servers soon after they are
    /// made. A refresh does not delay any of these. When nothing can be reached it probes after longer and longer
    /// waits, and continues automatically once there is a connection. Ends when its task is cancelled.
    ///
    /// It sleeps until the next work is due or the library is written to, and uses no processor time meanwhile.
    ///
    /// - Parameters:
    ///   - interval: in seconds; nil polls nothing by schedule, but still finishes work that a dead connection
    ///     interrupted.
    ///   - asksAtOnce: true to begin the first refresh now.
    package func followSchedule(
        every interval: TimeInterval?, asksAtOnce: Bool = false,
        events: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        var work = ScheduledWork(
            interval: interval, next: interval.map { settings.now() + (asksAtOnce ? 0 : $0 * settings.jitter()) })
        let watch = scheduleAlarm.ring(onWritesTo: store)
        defer { watch?.cancel() }
        try? releaseQueueOfEndedProcesses()
        while !Task.isCancelled {
            if let count = try? store.queueCount(), count != work.reportedCount {
                work.reportedCount = count
                events(.queued(count))
            }
            // Marks count from the moment that woke the schedule, not from the end of the step.
            _ = work.marks.dueTime(last: try? store.lastOutgoingMark(), at: settings.now())
            try? await Pause.sleep(for: .seconds(Self.step))
            // Indexes new articles from any source, other processes included.
            let left = (try? await indexForSearch(until: .now + .seconds(Self.step))) ?? 0
            let due = await perform(&work, events)
            guard left == 0 else { continue }
            let wait = watch == nil ? Self.step : Self.sleep(until: due, at: settings.now())
            await scheduleAlarm.sleep(seconds: wait)
        }
        await work.round?.end()
    }

    /// Returns the seconds to sleep before the step that precedes the next check; nil to wait for the alarm alone.
    static func sleep(until due: Date?, at now: Date) -> TimeInterval? {
        due.map { max(0, $0.timeIntervalSince(now) - step) }
    }

    /// The work that the schedule waits for.
    private struct ScheduledWork {
        let interval: TimeInterval?
        /// The time of the next refresh.
        var next: Date?
        var round: BackgroundRound?
        var marks = MarkWatch()
        /// The number of queued requests that was reported last.
        var reportedCount = 0
    }

    /// Performs the work that is due. Returns the time at which more is due; nil if only a change of the library can
    /// lead to work.
    private func perform(
        _ work: inout ScheduledWork, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async -> Date? {
        if let round = work.round, round.isOver {
            work.round = nil
            work.next = work.interval.map { settings.now() + $0 * (0.9 + 0.2 * settings.jitter()) }
        }
        switch connectivity {
        case .offline:
            // Another process may have used the switch.
            slow.cancel()
            return nil
        case .unreachable(let nextTry):
            guard network.mayUseConnection, work.round == nil else { return nextTry }
            await probe(events)
            guard case .unreachable(let later) = connectivity else { return settings.now() }
            return later
        case .online:
            return await performOnline(&work, events)
        }
    }

    private func performOnline(
        _ work: inout ScheduledWork, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async -> Date? {
        let now = settings.now()
        var marksDue = work.marks.dueTime(last: try? store.lastOutgoingMark(), at: now)
        if let due = marksDue, due <= now {
            await pushMarks()
            work.marks.recordAttempt(at: settings.now())
            guard connectivity == .online else {
                events(.connectivity(connectivity))
                return now
            }
            marksDue = work.marks.dueTime(last: try? store.lastOutgoingMark(), at: settings.now())
        }
        if let time = try? store.nextQueued(at: now), time <= now {
            _ = try? await fetchQueued(events: events)
        }
        let queueDue = try? store.nextQueued(at: settings.now())
        return [marksDue, queueDue ?? nil, refreshIfDue(&work, at: now, events)].compactMap(\.self).min()
    }

    /// Starts the refresh if it is due. Returns the time of the next one; nil while one runs, which reports its end.
    private func refreshIfDue(
        _ work: inout ScheduledWork, at now: Date, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) -> Date? {
        // A clock that was set back must not postpone the refresh.
        guard work.round == nil, let interval = work.interval,
            let due = work.next.map({ min($0, now + interval * 1.1) })
        else { return nil }
        work.next = due
        guard due <= now else { return due }
        let alarm = scheduleAlarm
        work.round = BackgroundRound {
            _ = try? await self.refresh(reason: .schedule, events: events)
        } atEnd: {
            alarm.ring()
        }
        return nil
    }

    /// Makes one request that is wanted anyway; without one, the state of the connection stays unknown.
    private func probe(_ events: @escaping @Sendable (RefreshEvent) -> Void) async {
        let before = connectivity
        if (try? store.nextQueued(at: settings.now())) != nil {
            _ = try? await fetchQueued(events: events)
        } else {
            await pushMarks(isProbe: true)
            _ = try? await refresh(reason: .schedule, events: events)
        }
        guard connectivity == before else { return }
        network.forgetUnreachable()
        events(.connectivity(connectivity))
    }
}

/// A refresh that runs in parallel with the checks for other work.
private final class BackgroundRound: Sendable {
    private let over = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ body: @escaping @Sendable () async -> Void, atEnd: @escaping @Sendable () -> Void) {
        let task = Task.detached { [self] in
            await body()
            over.store(true, ordering: .releasing)
            atEnd()
        }
        self.task.withLock { $0 = task }
    }

    var isOver: Bool { over.load(ordering: .acquiring) }

    func end() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }
}
