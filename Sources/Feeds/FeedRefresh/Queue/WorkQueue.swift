import Dispatch

/// A separate queue for work that keeps the processor or the disk busy for long. The cooperative pool is for short
/// steps only: behind two busy tasks there, a third one waits for hundreds of milliseconds.
struct WorkQueue: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label, qos: .utility)
    }

    func start(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
