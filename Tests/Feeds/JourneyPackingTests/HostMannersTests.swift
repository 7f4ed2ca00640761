import JourneyHold
import Testing

@testable import JourneyPacking

@Suite struct HostMannersTests {
    private let start = ContinuousClock.now

    private func manners(_ change: (inout JourneyLimits) -> Void = { _ in }) -> HostManners {
        var limits = JourneyLimits()
        change(&limits)
        return HostManners(limits: limits)
    }

    /// The requests that the host may get this many seconds after the start.
    private func ready(_ manners: HostManners, _ host: String, after seconds: Int = 0) -> HostManners.Readiness {
        manners.readiness(of: host, at: manners.time(of: start + .seconds(seconds)))
    }

    @Test("A host gets one request at a time, and pages a second apart; pictures follow at once")
    func pause() {
        var manners = manners()
        #expect(ready(manners, "a") == .all)
        manners.begin("a")
        #expect(ready(manners, "a") == .none)
        manners.end("a", .page, .answered, bytes: 10, at: start)
        #expect(ready(manners, "a") == .files)
        #expect(ready(manners, "a", after: 1) == .all)
    }

    @Test("The first page of each host waits for a pause if another process was interrupted; pictures do not")
    func afterRestart() {
        var manners = HostManners(limits: JourneyLimits(), firstPage: start + .seconds(1))
        #expect(ready(manners, "a") == .files)
        manners.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(manners, "a") == .files)
        #expect(ready(manners, "a", after: 1) == .all)
    }

    @Test("Retry-After is obeyed; a wait that is too long ends the host for this journey")
    func retryAfter() {
        var manners = manners()
        manners.end("a", .page, .refused(status: 503, wait: .seconds(30)), bytes: 0, at: start)
        #expect(ready(manners, "a", after: 29) == .none)
        #expect(ready(manners, "a", after: 30) == .all)
        manners.end("b", .page, .refused(status: 503, wait: .seconds(121)), bytes: 0, at: start)
        #expect(ready(manners, "b", after: 500) == .none && manners.isLeft("b"))
    }

    @Test("Two refusals in a row end a host; a successful response between them does not")
    func refusals() {
        var manners = manners()
        let refusal = HostManners.Answer.refused(status: 429, wait: nil)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        manners.end("a", .page, .answered, bytes: 0, at: start)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        #expect(ready(manners, "a", after: 9) == .all)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        #expect(ready(manners, "a", after: 9) == .none)
        #expect(manners.left == ["a": "refused twice (429)"])
    }

    @Test("A host gives a limited number of requests and bytes per run; cached responses do not count")
    func limits() {
        var manners = manners { $0.hostRequests = 2 }
        for _ in 0..<5 { manners.end("a", .page, .notAsked, bytes: 0, at: start) }
        manners.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(manners, "a") == .all)
        manners.end("a", .firstPicture, .answered, bytes: 1, at: start)
        #expect(ready(manners, "a", after: 9) == .none)
        manners.end("b", .firstPicture, .answered, bytes: 20_000_000, at: start)
        #expect(ready(manners, "b", after: 9) == .none)
    }
}
