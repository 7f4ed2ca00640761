import Dispatch
import Synchronization

/// Runs asynchronous work and waits for its end, since a fuzz target may return only when its input is read.
enum Waiting {
    static func run(_ work: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            isDone.signal()
        }
        isDone.wait()
    }
}

/// Counts from zero.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
