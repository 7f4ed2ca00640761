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
        /// The earliest and the latest time that servers have named; nil if none has named one.
        case answered(ClosedRange<Double>?)
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
        let date = head.headerFields[.date].flatMap { HTTPDate.parse($0, now: now.timeIntervalSince1970) }
        state.withLock { state in
            var times = date.map { $0...$0 }
            if case .answered(let known?) = state {
                times = date.map { min(known.lowerBound, $0)...max(known.upperBound, $0) } ?? known
            }
            state = .answered(times)
        }
    }

    /// Returns the time by which articles may be removed: not much later than the servers' time. It is nil if no server
    /// has answered a request: with a clock that is far ahead, all certificates have expired.
    func confirmed(_ now: Date) -> Date? {
        switch state.withLock({ $0 }) {
        case .unanswered: nil
        case .unasked, .answered(nil): now
        case .answered(let times?): min(now, Date(timeIntervalSince1970: times.upperBound) + Self.tolerance)
        }
    }

    /// Returns the time at which an article arrives, which its date cannot exceed: a clock that is far behind all
    /// servers would date new articles back for good.
    func arrival(_ now: Date) -> Date {
        guard case .answered(let times?) = state.withLock({ $0 }) else { return now }
        let earliest = Date(timeIntervalSince1970: times.lowerBound)
        return earliest > now + Self.tolerance ? earliest : now
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
