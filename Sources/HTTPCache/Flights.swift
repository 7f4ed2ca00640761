internal import Synchronization

/// Fetches that are under way, so that others who want the same wait for them (RFC 9111 §4, "collapse requests").
final class Flights: Sendable {
    typealias Outcome = Result<Fetched, CacheError>

    /// What came of joining.
    enum Landing: Sendable {
        /// The fetch was begun for this caller: the whole result is its own.
        case own(Outcome)
        /// It was begun for another; what can't be shared must be fetched again.
        case others(Outcome)
        case cancelled
    }

    private let flights = Mutex<[CacheKey: Flight]>([:])

    /// Waits for the fetch of that key, beginning it where there is none. Cancelling one who waits cancels no other.
    func join(_ key: CacheKey, _ fetch: @escaping @Sendable () async -> Outcome) async -> Landing {
        let (flight, isOwn) = flights.withLock { flights -> (Flight, Bool) in
            if let flight = flights[key] { return (flight, false) }
            let flight = Flight()
            flights[key] = flight
            return (flight, true)
        }
        if isOwn {
            flight.begin {
                let outcome = await fetch()
                self.flights.withLock { flights in
                    if flights[key] === flight { flights[key] = nil }
                }
                return outcome
            }
        }
        guard let outcome = await flight.wait(abandon: { self.forget(key, flight) }) else { return .cancelled }
        return isOwn ? .own(outcome) : .others(outcome)
    }

    /// How many wait for that key's fetch.
    func waiting(_ key: CacheKey) -> Int {
        flights.withLock { $0[key] }?.waiting ?? 0
    }

    // Nobody waits any more: who comes now begins anew.
    private func forget(_ key: CacheKey, _ flight: Flight) {
        flights.withLock { flights in
            if flights[key] === flight { flights[key] = nil }
        }
    }

    /// A throwing fetch as a value.
    static func result(_ fetch: () async throws(CacheError) -> Fetched) async -> Outcome {
        do throws(CacheError) {
            return .success(try await fetch())
        } catch {
            return .failure(error)
        }
    }
}

/// One fetch and those who wait for it.
private final class Flight: Sendable {
    private struct State {
        var outcome: Flights.Outcome?
        var waiters: [Int: CheckedContinuation<Flights.Outcome?, Never>] = [:]
        var cancelled: Set<Int> = []
        var nextWaiter = 0
        var waiting = 0
        var task: Task<Void, Never>?
        var isAbandoned = false
    }

    private let state = Mutex(State())

    var waiting: Int { state.withLock { $0.waiting } }

    func begin(_ fetch: @escaping @Sendable () async -> Flights.Outcome) {
        let task = Task.detached {
            let outcome = await fetch()
            let waiters = self.state.withLock { state in
                state.outcome = outcome
                defer { state.waiters = [:] }
                return state.waiters
            }
            for waiter in waiters.values { waiter.resume(returning: outcome) }
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// The outcome; nil where this waiter was cancelled. The last one to give up ends the fetch.
    func wait(abandon: @escaping @Sendable () -> Void) async -> Flights.Outcome? {
        let number = state.withLock { state in
            state.nextWaiter += 1
            state.waiting += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Flights.Outcome?? in
                    if state.cancelled.remove(number) != nil { return .some(nil) }
                    if let outcome = state.outcome { return outcome }
                    state.waiters[number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            giveUp(number, abandon)
        }
    }

    private func giveUp(_ number: Int, _ abandon: @Sendable () -> Void) {
        let (waiter, task) = state.withLock { state in
            guard state.outcome == nil else {
                return (nil as CheckedContinuation<Flights.Outcome?, Never>?, nil as Task<Void, Never>?)
            }
            let waiter = state.waiters.removeValue(forKey: number)
            if waiter == nil { state.cancelled.insert(number) }
            state.waiting -= 1
            state.isAbandoned = state.waiting == 0
            return (waiter, state.isAbandoned ? state.task : nil)
        }
        waiter?.resume(returning: nil)
        if let task {
            abandon()
            task.cancel()
        }
    }
}
