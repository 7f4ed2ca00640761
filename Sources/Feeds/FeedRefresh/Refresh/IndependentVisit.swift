import Synchronization

/// A visit that a refresh waits for, and that can continue without it.
final class IndependentVisit: Sendable {
    enum Outcome: Sendable {
        case ended(FeedVisit)
        /// The visit continues without the refresh.
        case detached
    }

    private typealias Waiter = CheckedContinuation<Outcome, Never>

    private struct State {
        var task: Task<Void, Never>?
        var end: FeedVisit?
        var waiter: Waiter?
        /// Set once the visit continues without the refresh.
        var whenEnded: (@Sendable (FeedVisit) -> Void)?
    }

    private let state = Mutex(State())

    init(_ visitor: FeedVisitor) {
        let task = Task.detached { [self] in end(await visitor.visit()) }
        state.withLock { $0.task = task }
    }

    /// Waits until the visit ends or continues without the refresh. Cancelling the waiting task cancels the visit.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if let end = state.end { return .ended(end) }
                    if state.whenEnded != nil { return .detached }
                    state.waiter = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    /// Lets the visit continue without the refresh; `whenEnded` gets its result. Returns false if it has ended.
    func detach(_ whenEnded: @escaping @Sendable (FeedVisit) -> Void) -> Bool {
        let (waiter, isRunning) = state.withLock { state -> (Waiter?, Bool) in
            guard state.end == nil else { return (nil, false) }
            state.whenEnded = whenEnded
            return (state.waiter.take(), true)
        }
        waiter?.resume(returning: .detached)
        return isRunning
    }

    private func end(_ visit: FeedVisit) {
        let (waiter, whenEnded) = state.withLock { state in
            state.end = visit
            return (state.waiter.take(), state.whenEnded)
        }
        waiter?.resume(returning: .ended(visit))
        whenEnded?(visit)
    }
}
