import PackStorage
import Testing

@testable import JourneyPacking

@Suite struct HostThrottleTests {
    private let start = ContinuousClock.now

    private func throttle(_ change: (inout JourneyLimits) -> Void = { _ in }) -> HostThrottle {
        var limits = JourneyLimits()
        change(&limits)
        return HostThrottle(limits: limits)
    }

    /// Returns the requests that the host may get this many seconds after the start.
    private func ready(_ throttle: HostThrottle, _ host: String, after seconds: Int = 0) -> HostThrottle.Readiness {
        throttle.readiness(of: host, at: throttle.time(of: start + .seconds(seconds)))
    }

    @Test("A host gets one request at a time, and pages a second apart; pictures follow at once")
    func pause() {
        var throttle = throttle()
        #expect(ready(throttle, "a") == .all)
        throttle.begin("a")
        #expect(ready(throttle, "a") == .none)
        throttle.end("a", .page, .answered, bytes: 10, at: start)
        #expect(ready(throttle, "a") == .files)
        #expect(ready(throttle, "a", after: 1) == .all)
    }

    @Test("The first page of each host waits for a pause if another process was interrupted; pictures do not")
    func afterRestart() {
        var throttle = HostThrottle(limits: JourneyLimits(), firstPage: start + .seconds(1))
        #expect(ready(throttle, "a") == .files)
        throttle.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(throttle, "a") == .files)
        #expect(ready(throttle, "a", after: 1) == .all)
    }

    @Test("Retry-After is obeyed; a wait that is too long ends the host for this journey")
    func retryAfter() {
        var throttle = throttle()
        throttle.end("a", .page, .refused(status: 503, wait: .seconds(30)), bytes: 0, at: start)
        #expect(ready(throttle, "a", after: 29) == .none)
        #expect(ready(throttle, "a", after: 30) == .all)
        throttle.end("b", .page, .refused(status: 503, wait: .seconds(121)), bytes: 0, at: start)
        #expect(ready(throttle, "b", after: 500) == .none && throttle.isSkipped("b"))
    }

    @Test(
        "A wait that a host asked of an earlier run is obeyed; a host with a long wait is skipped when its turn comes")
    func waitOfEarlierRun() {
        var first = throttle()
        first.end("a", .page, .refused(status: 429, wait: .seconds(3_600)), bytes: 0, at: start)
        first.end("b", .page, .refused(status: 503, wait: .seconds(30)), bytes: 0, at: start)
        first.end("c", .page, .answered, bytes: 0, at: start)
        let waits = first.waits(at: start)
        #expect(Set(waits.keys) == ["a", "b"] && waits["a"].map { abs($0 - 3_600) < 1 } == true)
        var second = HostThrottle(limits: JourneyLimits(), waits: waits)
        #expect(second.skipped.isEmpty)
        let accepted = ["a", "b", "c"].filter { second.accepts($0, at: start) }
        #expect(accepted == ["b", "c"] && second.skipped == ["a": "requires a long wait"])
        #expect(ready(second, "b", after: 20) == .none && ready(second, "c") == .all)
    }

    @Test("Two refusals in a row end a host; a successful response between them does not")
    func refusals() {
        var throttle = throttle()
        let refusal = HostThrottle.Outcome.refused(status: 429, wait: nil)
        throttle.end("a", .page, refusal, bytes: 0, at: start)
        throttle.end("a", .page, .answered, bytes: 0, at: start)
        throttle.end("a", .page, refusal, bytes: 0, at: start)
        #expect(ready(throttle, "a", after: 9) == .all)
        throttle.end("a", .page, refusal, bytes: 0, at: start)
        #expect(ready(throttle, "a", after: 9) == .none)
        #expect(throttle.skipped == ["a": "refused twice (429)"])
    }

    @Test("Two interrupted connections in a row end a host, which is not reported as unreachable")
    func interruptions() {
        var throttle = throttle()
        for _ in 0..<2 { throttle.end("a", .page, .failed, bytes: 0, at: start) }
        #expect(ready(throttle, "a", after: 9) == .none)
        #expect(throttle.skipped == ["a": "the connection failed twice"])
    }

    @Test("A run has a limit of requests and bytes for each host; cached responses do not count")
    func limits() {
        var throttle = throttle { $0.hostRequests = 2 }
        for _ in 0..<5 { throttle.end("a", .page, .notRequested, bytes: 0, at: start) }
        throttle.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(throttle, "a") == .all)
        throttle.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(throttle, "a", after: 9) == .none)
        throttle.end("b", .firstPicture, .answered, bytes: 20_000_000, at: start)
        #expect(ready(throttle, "b", after: 9) == .none)
    }
}
