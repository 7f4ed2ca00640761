import Basics
import Testing

@Suite struct PauseTests {
    @Test("A pause lasts at least its duration")
    func duration() async throws {
        let start = ContinuousClock.now
        try await Pause.sleep(for: .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test("A negative pause ends at once")
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

    @Test("Many pauses end in the order of their durations")
    func order() async throws {
        let ended = await withTaskGroup(of: Int.self) { group in
            for step in [3, 1, 2, 0] {
                group.addTask {
                    // On a busy machine the tasks do not begin at the same time.
                    try? await Pause.sleep(for: .milliseconds(step * 300))
                    return step
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ended == [0, 1, 2, 3])
    }
}
