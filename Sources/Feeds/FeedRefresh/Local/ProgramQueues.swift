import Synchronization

/// Waits for programs, four at a time (the cooperative pool's threads are for short steps only).
final class ProgramQueues: Sendable {
    static let shared = ProgramQueues()

    private let queues = (0..<4).map { WorkQueue("lede.program.\($0)") }
    /// The number of programs that run or wait in each queue.
    private let lengths = Mutex([0, 0, 0, 0])

    /// - Parameter work: gets a function that is true once the task is cancelled.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        let shortest = lengths.withLock { lengths in
            let index = lengths.indices.min { lengths[$0] < lengths[$1] } ?? 0
            lengths[index] += 1
            return index
        }
        defer { lengths.withLock { $0[shortest] -= 1 } }
        return try await withTaskCancellationHandler {
            try await queues[shortest].run { try work { cancellation.isCancelled } }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// True once a task is cancelled, for work outside of the task.
    private final class Cancellation: Sendable {
        private let state = Atomic(false)

        var isCancelled: Bool { state.load(ordering: .relaxed) }

        func cancel() {
            state.store(true, ordering: .relaxed)
        }
    }
}
