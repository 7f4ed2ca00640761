import Basics
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization

/// Compares this machine's clock with the clocks of the servers (RFC 9110 §6.6.1). A clock that is years ahead would
/// make every article old.
final class ServerClock: Sendable {
    /// The difference from the servers' time that is accepted, in seconds (a day).
    private static let tolerance: TimeInterval = 24 * 3600

    private enum State {
        case unasked, unanswered
        /// The latest time that a server has named; nil if none has named one.
        case answered(latest: Double?)
    }

    private let state = Mutex(State.unasked)

    /// True if a request was made.
    var wasAsked: Bool {
        state.withLock { state in
            if case .unasked = state { false } else { true }
        }
    }

    fileprivate func noteRequest() {
        state.withLock { if case .unasked = $0 { $0 = .unanswered } }
    }

    fileprivate func noteResponse(_ head: HTTPResponse, at now: Date) {
        var latest = head.headerFields[.date].flatMap { HTTPDate.parse($0, now: now.timeIntervalSince1970) }
        state.withLock { state in
            if case .answered(let known?) = state { latest = max(known, latest ?? known) }
            state = .answered(latest: latest)
        }
    }

    /// Returns the time by which articles may be removed: not much later than the servers' time. It is nil if no server
    /// has answered a request: with a clock that is far ahead, all certificates have expired.
    func confirmed(_ now: Date) -> Date? {
        switch state.withLock({ $0 }) {
        case .unanswered: nil
        case .unasked, .answered(latest: nil): now
        case .answered(let latest?): min(now, Date(timeIntervalSince1970: latest) + Self.tolerance)
        }
    }
}

/// Records in a clock that requests are sent, and the times of their responses.
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
