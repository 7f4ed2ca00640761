import ArticleStorage
import FeedModel
package import FoundationEssentials
import Synchronization

extension FeedService {
    /// How often it is looked whether anything is to be done, in seconds.
    private static let step: TimeInterval = 1

    /// Keeps the library fresh while the reader runs, and its search up to date: asks what is due every `interval` seconds or
    /// so, indexes what came in, does what waits for the network, and tells servers of marks soon after they are made. A
    /// refresh holds none of these up. When nothing can be reached it probes with ever longer waits, and goes on by itself once
    /// there is a connection. Ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - interval: in seconds; nil asks nothing by schedule, but still goes on with what a dead line interrupted.
    ///   - asksAtOnce: whether the first refresh begins now.
    package func followSchedule(
        every interval: TimeInterval?, asksAtOnce: Bool = false,
        events: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        var next = interval.map { settings.now() + (asksAtOnce ? 0 : $0 * settings.jitter()) }
        var told = 0
        var marks = MarkWatch()
        var round: BackgroundRound?
        while !Task.isCancelled {
            if let count = try? store.queueCount(), count != told {
                told = count
                events(.queued(count))
            }
            try? await Task.sleep(for: .seconds(Self.step))
            // What came in by whatever way, through another process too.
            _ = try? await indexForSearch(until: .now + .seconds(Self.step))
            if let ended = round, ended.isOver {
                round = nil
                next = interval.map { settings.now() + $0 * (0.9 + 0.2 * settings.jitter()) }
            }
            switch connectivity {
            case .offline:
                continue
            case .unreachable(let nextTry):
                if nextTry <= settings.now(), round == nil { await probe(events) }
            case .online:
                let now = settings.now()
                if marks.isDue(last: try? store.lastOutgoingMark(), at: now) {
                    await pushMarks()
                    guard connectivity == .online else {
                        events(.connectivity(connectivity))
                        continue
                    }
                }
                if let time = try? store.nextQueued(at: now), time <= now {
                    _ = try? await fetchQueued(events: events)
                }
                // A clock that was set back postpones nothing.
                guard round == nil, let interval, let due = next.map({ min($0, now + interval * 1.1) }) else {
                    continue
                }
                next = due
                guard due <= now else { continue }
                round = BackgroundRound { _ = try? await self.refresh(reason: .schedule, events: events) }
            }
        }
        await round?.end()
    }

    /// Asks for one thing that is wanted anyway; where nothing is, nobody can say that the line is dead.
    private func probe(_ events: @escaping @Sendable (RefreshEvent) -> Void) async {
        let before = connectivity
        if (try? store.nextQueued(at: settings.now())) != nil {
            _ = try? await fetchQueued(events: events)
        } else {
            await pushMarks(isProbe: true)
            _ = try? await refresh(reason: .schedule, events: events)
        }
        guard connectivity == before else { return }
        forgetUnreachable()
        events(.connectivity(connectivity))
    }
}

/// A refresh that runs beside the look-out for other work.
private final class BackgroundRound: Sendable {
    private let over = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { [self] in
            await body()
            over.store(true, ordering: .releasing)
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
