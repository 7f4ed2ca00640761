import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct AdmissionQueueTests {
    /// Seats that tasks take and give back.
    private final class Seats: Sendable {
        let queue = AdmissionQueue()
        private let state: Mutex<(free: Int, taken: [Int])>

        init(_ free: Int) {
            state = Mutex((free, []))
        }

        var free: Int { state.withLock(\.free) }

        /// The tasks that were admitted, in order.
        var taken: [Int] { state.withLock(\.taken) }

        /// A task that asks for seats, once it waits or is admitted.
        func ask(_ task: Int, for seats: Int = 1) async -> Task<Bool, Never> {
            let waiting = queue.count
            let asking = Task {
                await queue.wait {
                    self.state.withLock { state in
                        guard state.free >= seats else { return false }
                        state.free -= seats
                        state.taken.append(task)
                        return true
                    }
                }
            }
            while queue.count == waiting, !taken.contains(task) { await Task.yield() }
            return asking
        }

        func giveBack(_ seats: Int = 1) {
            state.withLock { $0.free += seats }
            queue.admit()
        }
    }

    @Test("Tasks are admitted in the order of their calls, even if there is room for a later one")
    func order() async {
        let seats = Seats(2)
        let tasks = [await seats.ask(0, for: 1), await seats.ask(1, for: 2), await seats.ask(2, for: 1)]
        #expect(seats.taken == [0] && seats.queue.count == 2)
        seats.giveBack()
        #expect(seats.taken == [0, 1] && seats.queue.count == 1)
        seats.giveBack(2)
        for task in tasks { #expect(await task.value) }
        #expect(seats.taken == [0, 1, 2] && seats.queue.count == 0)
    }

    @Test("A cancelled task takes no room, and the tasks behind it are admitted at once")
    func cancelled() async throws {
        let seats = Seats(1)
        let first = await seats.ask(0, for: 2)
        let second = await seats.ask(1)
        first.cancel()
        #expect(await !first.value)
        // Otherwise the test would wait for ever.
        try #require(seats.taken == [1])
        #expect(await second.value)
        #expect(seats.taken == [1] && seats.free == 0)
    }

    @Test("A task that is cancelled before it asks is admitted only if there is room")
    func cancelledBefore() async {
        let isAdmitted = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
            group.cancelAll()
            let queue = AdmissionQueue()
            for hasRoom in [true, false] { group.addTask { await queue.wait { hasRoom } == hasRoom } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(isAdmitted == [true, true])
    }

    @Test("A task that is admitted and cancelled at the same time is one of both, and no room is lost")
    func race() async {
        for _ in 1...200 {
            let seats = Seats(0)
            let task = await seats.ask(0)
            async let cancelling: Void = Task.detached { task.cancel() }.value
            seats.giveBack()
            await cancelling
            #expect(await task.value == (seats.free == 0))
            #expect(seats.taken.count + seats.free == 1 && seats.queue.count == 0)
        }
    }
}
