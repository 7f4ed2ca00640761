import Dispatch
internal import Synchronization

/// Suspends a task for a while.
///
/// `Task.sleep(for:)` sets its timer on a global queue of libdispatch, whose first worker wakes the program once a
/// second until it ends.
package enum Pause {
    fileprivate static let queue = DispatchQueue(label: "lede.pauses")

    /// - Throws: `CancellationError`, as soon as the task is cancelled.
    package static func sleep(for duration: Duration) async throws {
        let sleep = Sleep()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleep.begin($0, duration) }
        } onCancel: {
            sleep.end(isCancelled: true)
        }
    }
}

private final class Sleep: Sendable {
    private enum State {
        case awake
        case asleep(CheckedContinuation<Void, any Error>, timer: DispatchWorkItem)
        case ended
    }

    private let state = Mutex(State.awake)

    func begin(_ continuation: CheckedContinuation<Void, any Error>, _ duration: Duration) {
        let isCancelled = state.withLock { state in
            guard case .awake = state else { return true }
            state = .asleep(continuation, timer: timer(duration))
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    private func timer(_ duration: Duration) -> DispatchWorkItem {
        let timer = DispatchWorkItem { self.end(isCancelled: false) }
        Pause.queue.asyncAfter(deadline: .now() + max(0, duration / .seconds(1)), execute: timer)
        return timer
    }

    func end(isCancelled: Bool) {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            defer { state = .ended }
            guard case .asleep(let continuation, let timer) = state else { return nil }
            timer.cancel()
            return continuation
        }
        sleeper?.resume(with: isCancelled ? .failure(CancellationError()) : .success(()))
    }
}
