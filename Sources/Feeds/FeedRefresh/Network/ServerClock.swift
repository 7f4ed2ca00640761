import Basics
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization

/// Compares this machine's clock with those of the servers (RFC 9110 §6.6.1). A clock that is years ahead would make
/// every article old.
final class ServerClock: Sendable {
    /// The difference from the servers' time that is accepted, in seconds (a day).
    private static let tolerance: TimeInterval = 24 * 3600

    private struct State {
        var isAsked = false
        var isAnswered = false
        /// The latest time that a server has named.
        var latest: Double?
    }

    private let state = Mutex(State())

    fileprivate func noteRequest() {
        state.withLock { $0.isAsked = true }
    }

    fileprivate func noteResponse(_ head: HTTPResponse, at now: Date) {
        let time = head.headerFields[.date].flatMap { HTTPDate.parse($0, now: now.timeIntervalSince1970) }
        state.withLock { state in
            state.isAnswered = true
            if let time { state.latest = max(state.latest ?? time, time) }
        }
    }

    /// Returns the time by which articles may be removed: not much later than the servers' time. Nil if no server has
    /// answered a request: with a clock that is far ahead, all certificates have expired.
    func confirmed(_ now: Date) -> Date? {
        state.withLock { state in
            guard let latest = state.latest else { return state.isAsked && !state.isAnswered ? nil : now }
            return min(now, Date(timeIntervalSince1970: latest) + Self.tolerance)
        }
    }
}

/// A transport that tells a clock what the servers say.
struct ClockedTransport: Transport {
    let transport: any Transport
    let clock: ServerClock
    let now: @Sendable () -> Date

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        clock.noteRequest()
        let response = try await transport.send(request)
        clock.noteResponse(response.head, at: now())
        return response
    }

    func prepare() {
        transport.prepare()
    }
}
