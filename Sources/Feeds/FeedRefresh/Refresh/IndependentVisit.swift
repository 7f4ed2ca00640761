import Synchronization

/// A visit that a refresh waits for, and that can continue without it.
final class IndependentVisit: Sendable {
    typealias Ending = @Sendable (FeedVisit) -> Void

    private struct State {
        var task: Task<Void, Never>?
        /// Receives the result; nil afterwards.
        var whenEnded: Ending?
    }

    private let state: Mutex<State>

    init(_ visitor: FeedVisitor, whenEnded: @escaping Ending) {
        state = Mutex(State(whenEnded: whenEnded))
        let task = Task.detached { [self] in end(await visitor.visit()) }
        state.withLock { $0.task = task }
    }

    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    /// Lets the visit continue without the refresh: from now on `whenEnded` gets its result, and the refresh does not.
    /// Returns false if it has ended.
    func detach(_ whenEnded: @escaping Ending) -> Bool {
        state.withLock { state in
            guard state.whenEnded != nil else { return false }
            state.whenEnded = whenEnded
            return true
        }
    }

    private func end(_ visit: FeedVisit) {
        state.withLock { $0.whenEnded.take() }?(visit)
    }
}

/// A visit of a refresh that has not ended.
struct RunningVisit {
    let visit: IndependentVisit
    let visitor: FeedVisitor
    let began: ContinuousClock.Instant
    /// The reason why this slow visit was cancelled.
    var abandonment: Abandonment?

    enum Abandonment {
        case silentHost
        case tooManySlowVisits
    }
}
