import ArticleStorage
import FeedModel
public import FoundationEssentials

extension FeedService {
    /// Keeps the library fresh while the reader runs: asks what is due every `interval` seconds or so; when nothing can be
    /// reached it probes with ever longer waits and goes on by itself once the line is back. Ends when its task is cancelled.
    ///
    /// - Parameter interval: in seconds; nil asks nothing by schedule, but still goes on with what a dead line interrupted.
    public func followSchedule(
        every interval: TimeInterval?, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async {
        /// How often it looks whether anything is to be done, in seconds.
        let step: TimeInterval = 1
        var next = interval.map { settings.now() + $0 * settings.jitter() }
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(step))
            let now = settings.now()
            switch connectivity {
            case .offline:
                continue
            case .unreachable(let nextTry):
                guard nextTry <= now else { continue }
                _ = try? await refresh(reason: .schedule, events: events)
            case .online:
                guard let due = next, let interval, due <= now else { continue }
                _ = try? await refresh(reason: .schedule, events: events)
                _ = try? await indexForSearch()
                next = settings.now() + interval * (0.9 + 0.2 * settings.jitter())
            }
        }
    }
}
