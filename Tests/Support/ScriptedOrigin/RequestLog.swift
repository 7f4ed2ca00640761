internal import Synchronization

/// An origin's requests and routes, and the tasks that wait for more requests.
final class RequestLog: Sendable {
    struct Record {
        var requests: [RecordedRequest] = []
        var openedConnections = 0
        var closedConnections = 0
        var sentBytes = 0
    }

    private struct Waiter {
        let condition: @Sendable (Record) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var record = Record()
        var routes: [String: Origin.Handler] = [:]
        var waiters: [Int: Waiter] = [:]
        var waiterCount = 0
    }

    private let state = Mutex(State())

    var requests: [RecordedRequest] { state.withLock { $0.record.requests } }
    var connectionCount: Int { state.withLock { $0.record.openedConnections } }
    var sentByteCount: Int { state.withLock { $0.record.sentBytes } }

    func setRoute(_ path: String, _ handler: @escaping Origin.Handler) {
        state.withLock { $0.routes[path] = handler }
    }

    func handler(for request: RecordedRequest) -> Origin.Handler? {
        state.withLock { $0.routes[request.target] ?? $0.routes[request.path] }
    }

    func openConnection() -> Int {
        change { record in
            record.openedConnections += 1
            return record.openedConnections
        }
    }

    func closeConnection() {
        change { $0.closedConnections += 1 }
    }

    func sent(_ count: Int) {
        state.withLock { $0.record.sentBytes += count }
    }

    func append(_ request: (_ number: Int) -> RecordedRequest) -> RecordedRequest {
        change { record in
            let request = request(record.requests.count + 1)
            record.requests.append(request)
            return request
        }
    }

    /// Returns as soon as the condition is true.
    func wait(
        _ what: String, timeout: Duration, until condition: @escaping @Sendable (Record) -> Bool
    ) async throws {
        let number = state.withLock { state in
            state.waiterCount += 1
            return state.waiterCount
        }
        let clock = Task {
            try await Task.sleep(for: timeout)
            self.giveUp(number)
        }
        defer { clock.cancel() }
        let holds = await withCheckedContinuation { continuation in
            let holdsAlready = state.withLock { state in
                if condition(state.record) { return true }
                state.waiters[number] = Waiter(condition: condition, continuation: continuation)
                return false
            }
            if holdsAlready { continuation.resume(returning: true) }
        }
        guard holds else { throw OriginError.timedOut(waitingFor: what) }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.continuation.resume(returning: false)
    }

    private func change<Result: Sendable>(_ body: (inout Record) -> Result) -> Result {
        let (result, done) = state.withLock { state in
            let result = body(&state.record)
            let done = state.waiters.filter { $0.value.condition(state.record) }
            for number in done.keys { state.waiters[number] = nil }
            return (result, done.values.map(\.continuation))
        }
        for continuation in done { continuation.resume(returning: true) }
        return result
    }
}
