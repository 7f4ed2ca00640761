import ArticleStorage
import FeedModel
package import FoundationEssentials
import Synchronization

extension FeedService {
    /// The interval between checks for work, in seconds.
    private static let step: TimeInterval = 1

    /// Keeps the library fresh and its search index up to date while the reader runs: refreshes due feeds about every
    /// `interval` seconds, indexes new articles, fetches the queue, and sends marks to servers soon after they are
    /// made. A refresh delays none of these. When nothing can be reached it probes after longer and longer waits, and
    /// continues by itself once there is a connection. Ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - interval: in seconds; nil polls nothing by schedule, but still finishes work that a dead connection
    ///     interrupted.
    ///   - asksAtOnce: true to begin the first refresh now.
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
            // Indexes new articles from any source, other processes included.
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

    /// Requests one thing that is wanted anyway; without one, nobody can tell that the connection is dead.
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

/// A refresh that runs in parallel with the checks for other work.
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
