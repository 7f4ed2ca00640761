import Dispatch
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct ProgramQueuesTests {
    @Test("Up to four programs run at the same time")
    func atOnce() async throws {
        let (queues, barrier) = (ProgramQueues(), Barrier(of: 4))
        let haveAllMet = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { try await queues.run { _ in barrier.join() } }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(haveAllMet)
    }
}

/// Holds threads until all of them have arrived.
private final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let isComplete = DispatchSemaphore(value: 0)

    init(of count: Int) {
        missing = Mutex(count)
    }

    /// Returns false if the others have not arrived within a minute.
    func join() -> Bool {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { isComplete.signal() }
        defer { isComplete.signal() }
        return isComplete.wait(timeout: .now() + 60) == .success
    }
}
