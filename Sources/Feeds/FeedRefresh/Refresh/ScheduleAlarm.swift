import ArticleStorage
import Dispatch
import Synchronization

/// Lets the schedule sleep until the next work is due, or until an earlier event.
final class ScheduleAlarm: Sendable {
    /// Maximum sleep, in seconds (10 minutes): a clock that is set back must not postpone work for longer.
    private static let maximumSleep = 600.0

    private enum Sleeper {
        case nobody
        case sleeping(CheckedContinuation<Void, Never>, timers: [DispatchWorkItem])
        /// The alarm rang outside of a sleep, so the next sleep ends at once.
        case rung
    }

    private let sleeper = Mutex(Sleeper.nobody)

    /// Ends the current sleep; if there is none, the next one ends at once.
    func ring() {
        let sleeping = sleeper.withLock { sleeper -> CheckedContinuation<Void, Never>? in
            guard case .sleeping(let continuation, let timers) = sleeper else {
                sleeper = .rung
                return nil
            }
            timers.forEach { $0.cancel() }
            sleeper = .nobody
            return continuation
        }
        sleeping?.resume()
    }

    /// Returns after this time, when the alarm rings, or when the task is cancelled.
    ///
    /// - Parameter seconds: nil to wait for the alarm alone.
    func sleep(seconds: Double?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAwake = sleeper.withLock { sleeper in
                    if case .rung = sleeper {
                        sleeper = .nobody
                        return true
                    }
                    sleeper = .sleeping(continuation, timers: timers(seconds: seconds))
                    return false
                }
                if isAwake { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    /// Starts the timers that end a sleep.
    private func timers(seconds: Double?) -> [DispatchWorkItem] {
        let queue = DispatchQueue(label: "lede.schedule", qos: .utility)
        let fallback = DispatchWorkItem { self.ring() }
        queue.asyncAfter(deadline: .now() + Self.maximumSleep, execute: fallback)
        guard let seconds, seconds < Self.maximumSleep else { return [fallback] }
        // The wall clock also counts the time while the machine is suspended.
        let due = DispatchWorkItem { self.ring() }
        queue.asyncAfter(wallDeadline: .now() + max(0, seconds), execute: due)
        return [fallback, due]
    }

    /// Rings whenever this process or another writes to the library, until the source is cancelled. Returns nil if the
    /// system does not grant a watch.
    func ring(onWritesTo store: ArticleStore) -> (any DispatchSourceRead)? {
        guard let watch = LibraryWatch(of: store) else { return nil }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: watch.descriptor, queue: DispatchQueue(label: "lede.watch", qos: .utility))
        source.setEventHandler { [weak self] in
            if watch.drain() { self?.ring() }
        }
        source.activate()
        return source
    }
}
