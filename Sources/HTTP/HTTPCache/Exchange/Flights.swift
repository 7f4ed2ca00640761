internal import HTTPTransport
internal import HTTPTypes
internal import Synchronization

/// Running fetches, which other requests for the same response wait for (RFC 9111 §4, "collapse requests").
final class Flights: Sendable {
    typealias Outcome = Result<Fetched, CacheError>
    /// True if a response matches a request with these fields.
    typealias Audience = @Sendable (HTTPFields) -> Bool

    /// The result of joining.
    enum JoinResult: Sendable {
        /// The fetch was started for this caller: the complete result is its own.
        case own(Outcome)
        /// It was started for another caller, with these limits; an unshareable result must be fetched again.
        case others(Outcome, TransferLimits)
        /// The response's head shows that it is not for this caller: fetch again.
        case released
        case cancelled
    }

    /// Lets the fetch release waiting callers.
    struct Control: Sendable {
        fileprivate let flight: Flight

        /// Releases every caller outside the audience at once; they need not wait for the body.
        func keepOnly(_ audience: @escaping Audience) {
            flight.keepOnly(audience)
        }
    }

    /// The requests that one fetch may answer.
    struct Key: Hashable, Sendable {
        let entry: CacheKey
        /// A response without a lifetime is shared with waiting callers although it is never reused later: it must not
        /// reach a caller with other credentials.
        let credentials: [HTTPField]
        /// True if the caches on the way have to revalidate (§5.2.1.1); no other policy of a shared fetch changes
        /// its request.
        let revalidates: Bool
        /// True if a hook decides on storing. One hook runs for all callers: the hook of the request that is sent.
        let hasHook: Bool
    }

    private let flights = Mutex<[Key: Flight]>([:])

    /// Waits for the fetch of that key, and starts it if necessary. Cancelling one caller does not cancel the others.
    ///
    /// - Parameter limits: the limits of the fetch, if it is started.
    func join(
        _ key: Key, _ request: HTTPFields, _ limits: TransferLimits,
        _ fetch: @escaping @Sendable (Control) async -> Outcome
    ) async -> JoinResult {
        let (flight, isOwn) = flights.withLock { flights -> (Flight, Bool) in
            if let flight = flights[key] { return (flight, false) }
            let flight = Flight(limits)
            flights[key] = flight
            return (flight, true)
        }
        if isOwn {
            flight.begin {
                let outcome = await fetch(Control(flight: flight))
                self.forget(key, flight)
                return outcome
            }
        }
        let arrival = await flight.wait(isOwn ? nil : request) { self.forget(key, flight) }
        return switch arrival {
        case .landed(let outcome): isOwn ? .own(outcome) : .others(outcome, flight.limits)
        case .released: .released
        case .cancelled: .cancelled
        }
    }

    /// Returns the number of callers that wait for fetches of an entry.
    func waiting(_ entry: CacheKey) -> Int {
        let running = flights.withLock { flights in flights.filter { $0.key.entry == entry }.map(\.value) }
        return running.reduce(0) { $0 + $1.waiting }
    }

    /// Makes later callers of an address start their own fetch, including those of POSTs that are keyed by their body.
    func forget(_ address: HTTPAddress) {
        flights.withLock { flights in
            for key in flights.keys.filter({ $0.entry.url == address.text }) { flights[key] = nil }
        }
    }

    private func forget(_ key: Key, _ flight: Flight) {
        flights.withLock { flights in
            if flights[key] === flight { flights[key] = nil }
        }
    }

    /// Runs a fetch and returns its result or its error as a value.
    static func result(_ fetch: () async throws(CacheError) -> Fetched) async -> Outcome {
        do throws(CacheError) {
            return .success(try await fetch())
        } catch {
            return .failure(error)
        }
    }
}

/// One fetch and its waiting callers.
final class Flight: Sendable {
    /// The number of the caller that started the fetch.
    private static let owner = 0

    enum Arrival: Sendable {
        case landed(Flights.Outcome)
        case released
        case cancelled
    }

    private struct Waiter {
        let continuation: CheckedContinuation<Arrival, Never>
        /// Nil for the caller that started the fetch.
        let request: HTTPFields?
    }

    private struct State {
        var outcome: Flights.Outcome?
        /// Requests that the response matches, once its head is known.
        var audience: Flights.Audience?
        var waiters: [Int: Waiter] = [:]
        /// Callers that want the result: neither released nor cancelled. The owner is among them before it waits:
        /// otherwise a later caller could be the last one, and its cancellation would end the owner's fetch.
        var present: Set = [Flight.owner]
        var nextWaiter = Flight.owner
        var task: Task<Void, Never>?
        var isAbandoned = false

        func isReleased(_ request: HTTPFields?) -> Bool {
            guard let audience, let request else { return false }
            return !audience(request)
        }
    }

    /// The limits of the caller that started the fetch.
    let limits: TransferLimits
    private let state = Mutex(State())

    init(_ limits: TransferLimits = TransferLimits()) {
        self.limits = limits
    }

    var waiting: Int { state.withLock { $0.present.count } }

    func begin(_ fetch: @escaping @Sendable () async -> Flights.Outcome) {
        let task = Task.detached {
            let outcome = await fetch()
            let waiters = self.state.withLock { state in
                state.outcome = outcome
                defer { state.waiters = [:] }
                return state.waiters
            }
            for waiter in waiters.values { waiter.continuation.resume(returning: .landed(outcome)) }
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    func keepOnly(_ audience: @escaping Flights.Audience) {
        let released = state.withLock { state in
            state.audience = audience
            let released = state.waiters.filter { state.isReleased($0.value.request) }
            for number in released.keys {
                state.waiters[number] = nil
                state.present.remove(number)
            }
            return released
        }
        for waiter in released.values { waiter.continuation.resume(returning: .released) }
    }

    /// - Parameter request: the request of a caller that waits for another's fetch; nil for the owner.
    func wait(_ request: HTTPFields?, abandon: @escaping @Sendable () -> Void) async -> Arrival {
        let number = state.withLock { state in
            guard request != nil else { return Self.owner }
            state.nextWaiter += 1
            state.present.insert(state.nextWaiter)
            return state.nextWaiter
        }
        let arrival = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let arrival = state.withLock { state -> Arrival? in
                    guard state.present.contains(number) else { return .cancelled }
                    if let outcome = state.outcome { return .landed(outcome) }
                    if state.isReleased(request) {
                        state.present.remove(number)
                        return .released
                    }
                    state.waiters[number] = Waiter(continuation: continuation, request: request)
                    return nil
                }
                if let arrival { continuation.resume(returning: arrival) }
            }
        } onCancel: {
            cancelWaiter(number, abandon)
        }
        // ThreadSanitizer does not see the order of a fetch and a caller whose continuation is resumed before it waits,
        // but it sees the lock.
        return state.withLock { _ in arrival }
    }

    private func cancelWaiter(_ number: Int, _ abandon: @Sendable () -> Void) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard state.outcome == nil, state.present.remove(number) != nil else { return (nil, nil) }
            state.isAbandoned = state.present.isEmpty
            return (state.waiters.removeValue(forKey: number), state.isAbandoned ? state.task : nil)
        }
        waiter?.continuation.resume(returning: .cancelled)
        if let task {
            abandon()
            task.cancel()
        }
    }
}
