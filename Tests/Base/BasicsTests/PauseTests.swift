import Basics
import Testing

@Suite struct PauseTests {
    @Test("A pause lasts at least its duration")
    func duration() async throws {
        let start = ContinuousClock.now
        try await Pause.sleep(for: .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test("A negative pause ends")
    func negative() async throws {
        try await Pause.sleep(for: .seconds(-1))
    }

    @Test("Cancelling a task ends its pause at once", arguments: [false, true])
    func cancellation(_ isCancelledBefore: Bool) async {
        let task = Task {
            if isCancelledBefore { while !Task.isCancelled { await Task.yield() } }
            try await Pause.sleep(for: .seconds(86_400))
        }
        if !isCancelledBefore { for _ in 0..<100 { await Task.yield() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Long pauses delay no shorter one", .timeLimit(.minutes(1)))
    func order() async throws {
        let long = (0..<3).map { _ in Task { try await Pause.sleep(for: .seconds(86_400)) } }
        for _ in 0..<100 { await Task.yield() }
        try await Pause.sleep(for: .milliseconds(20))
        for task in long {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
