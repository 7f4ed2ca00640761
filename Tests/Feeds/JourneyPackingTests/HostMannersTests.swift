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

    @Test("A host gets one request at a time, and pages a second apart; pictures follow at once")
    func pause() {
        var manners = manners()
        #expect(manners.turn(of: "a", for: .page, at: start) == .now)
        manners.begin("a")
        #expect(manners.turn(of: "a", for: .firstPicture, at: start) == .busy)
        manners.end("a", .page, .heard, bytes: 10, at: start)
        #expect(manners.turn(of: "a", for: .firstPicture, at: start) == .now)
        #expect(manners.turn(of: "a", for: .page, at: start) == .after(start + .seconds(1)))
        #expect(manners.turn(of: "a", for: .page, at: start + .seconds(1)) == .now)
    }

    @Test("The readiness of a host agrees with its turns")
    func readiness() {
        var manners = manners()
        manners.begin("busy")
        manners.end("paused", .page, .heard, bytes: 10, at: start)
        manners.end("refusing", .firstPicture, .refused(status: 503, wait: .seconds(30)), bytes: 0, at: start)
        manners.end("left", .page, .refused(status: 503, wait: .seconds(300)), bytes: 0, at: start)
        for (host, expected) in [
            ("new", [HostManners.Readiness.all, .all]), ("busy", [.none, .none]), ("paused", [.files, .all]),
            ("refusing", [.none, .none]), ("left", [.none, .none]),
        ] {
            for (time, ready) in zip([start, start + .seconds(1)], expected) {
                #expect(manners.readiness(of: host, at: manners.time(of: time)) == ready, "\(host)")
                #expect((manners.turn(of: host, for: .page, at: time) == .now) == (ready == .all), "\(host)")
                #expect((manners.turn(of: host, for: .firstPicture, at: time) == .now) == (ready != .none), "\(host)")
            }
        }
    }

    @Test("The first page of each host waits for a pause if another process was interrupted; pictures do not")
    func afterRestart() {
        var manners = HostManners(limits: JourneyLimits(), firstPage: start + .seconds(1))
        #expect(manners.turn(of: "a", for: .page, at: start) == .after(start + .seconds(1)))
        #expect(manners.turn(of: "a", for: .firstPicture, at: start) == .now)
        manners.end("a", .firstPicture, .heard, bytes: 1, at: start)
        #expect(manners.turn(of: "a", for: .page, at: start) == .after(start + .seconds(1)))
        #expect(manners.turn(of: "a", for: .page, at: start + .seconds(1)) == .now)
    }

    @Test("Retry-After is obeyed; a wait that is too long ends the host for this journey")
    func retryAfter() {
        var manners = manners()
        manners.end("a", .page, .refused(status: 503, wait: .seconds(30)), bytes: 0, at: start)
        #expect(manners.turn(of: "a", for: .firstPicture, at: start + .seconds(29)) == .after(start + .seconds(30)))
        #expect(manners.turn(of: "a", for: .firstPicture, at: start + .seconds(30)) == .now)
        manners.end("b", .page, .refused(status: 503, wait: .seconds(121)), bytes: 0, at: start)
        #expect(manners.turn(of: "b", for: .page, at: start + .seconds(500)) == .never)
    }

    @Test("Two refusals in a row end a host; a successful response between them does not")
    func refusals() {
        var manners = manners()
        let refusal = HostManners.Answer.refused(status: 429, wait: nil)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        manners.end("a", .page, .heard, bytes: 0, at: start)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        #expect(manners.turn(of: "a", for: .page, at: start + .seconds(9)) == .now)
        manners.end("a", .page, refusal, bytes: 0, at: start)
        #expect(manners.turn(of: "a", for: .page, at: start + .seconds(9)) == .never)
        #expect(manners.left == ["a": "refused twice (429)"])
    }

    @Test("A host gives a limited number of requests and bytes per run; cached responses do not count")
    func limits() {
        var manners = manners { $0.hostRequests = 2 }
        for _ in 0..<5 { manners.end("a", .page, .notAsked, bytes: 0, at: start) }
        manners.end("a", .firstPicture, .heard, bytes: 1, at: start)
        #expect(manners.turn(of: "a", for: .firstPicture, at: start) == .now)
        manners.end("a", .firstPicture, .heard, bytes: 1, at: start)
        #expect(manners.turn(of: "a", for: .firstPicture, at: start) == .never)
        manners.end("b", .firstPicture, .heard, bytes: 20_000_000, at: start)
        #expect(manners.turn(of: "b", for: .firstPicture, at: start) == .never)
    }
}
