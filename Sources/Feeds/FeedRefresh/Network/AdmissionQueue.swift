import Synchronization

/// Tasks that wait until there is room for them, in the order of their calls. A task that is cancelled stops waiting.
final class AdmissionQueue: Sendable {
    private typealias Continuation = CheckedContinuation<Bool, Never>

    private struct State {
        var lastNumber = 0
        var waiting: [(number: Int, admits: @Sendable () -> Bool, continuation: Continuation)] = []

        /// Removes the tasks for which there is room now, up to the first that has to wait.
        mutating func admit() -> [Continuation] {
            let end = waiting.firstIndex { !$0.admits() } ?? waiting.endIndex
            defer { waiting.removeSubrange(..<end) }
            return waiting[..<end].map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// The number of tasks that wait.
    var count: Int { state.withLock(\.waiting.count) }

    /// Returns false if the task is cancelled before it is admitted.
    ///
    /// - Parameter admits: takes the room and returns true, if there is any. It is called under a lock.
    func wait(_ admits: @escaping @Sendable () -> Bool) async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAdmitted = state.withLock { state -> Bool? in
                    if state.waiting.isEmpty, admits() { return true }
                    guard !Task.isCancelled else { return false }
                    state.waiting.append((number, admits, continuation))
                    return nil
                }
                if let isAdmitted { continuation.resume(returning: isAdmitted) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let (cancelled, admitted) = state.withLock { state -> (Continuation?, [Continuation]) in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            let cancelled = state.waiting.remove(at: index).continuation
            return (cancelled, state.admit())
        }
        cancelled?.resume(returning: false)
        for continuation in admitted { continuation.resume(returning: true) }
    }

    /// Admits tasks that wait, after room has been given back.
    func admit() {
        for continuation in state.withLock({ $0.admit() }) { continuation.resume(returning: true) }
    }
}
