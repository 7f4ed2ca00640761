import ArticleStorage
import FeedModel
package import FoundationEssentials

extension FeedService {
    /// How often it is looked whether anything is to be done, in seconds.
    private static let step: TimeInterval = 1

    /// Keeps the library fresh while the reader runs, and its search up to date: asks what is due every `interval` seconds or
    /// so, indexes what came in, does what waits for the network, and tells servers of marks soon after they are made. When
    /// nothing can be reached it probes with ever longer waits, and goes on by itself once the line is back. Ends when its task
    /// is cancelled.
    ///
    /// - Parameter interval: in seconds; nil asks nothing by schedule, but still goes on with what a dead line interrupted.
    package func followSchedule(
        every interval: TimeInterval?, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        var next = interval.map { settings.now() + $0 * settings.jitter() }
        var told = 0
        var marks = MarkWatch()
        while !Task.isCancelled {
            if let count = try? store.queueCount(), count != told {
                told = count
                events(.queued(count))
            }
            try? await Task.sleep(for: .seconds(Self.step))
            // What came in by whatever way, through another process too.
            _ = try? await indexForSearch(until: .now + .seconds(Self.step))
            switch connectivity {
            case .offline:
                continue
            case .unreachable(let nextTry):
                if nextTry <= settings.now() { await probe(events) }
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
                guard let due = next, let interval, due <= now else { continue }
                _ = try? await refresh(reason: .schedule, events: events)
                next = settings.now() + interval * (0.9 + 0.2 * settings.jitter())
            }
        }
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
