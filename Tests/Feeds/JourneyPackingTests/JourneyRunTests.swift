import Foundation
import Testing

@testable import FeedRefresh
@testable import JourneyPacking
@testable import PackStorage

@Suite struct JourneyRunTests {
    private let now = ContinuousClock.now

    private static let journey = Journey(
        id: 1, began: Date(timeIntervalSince1970: 1_800_000_000), spent: 0, enclosuresSpent: 0)

    private func claim(_ run: inout JourneyRun, at instant: ContinuousClock.Instant) throws -> JourneyRun.Job {
        guard case .job(let job) = run.claim(at: instant, probesOnly: false, hasRoom: { _ in true }) else {
            throw CancellationError()
        }
        return job
    }

    /// Returns a run that has given up on the host `refusing` while a page of the host `other` is in transfer.
    private func runWithoutHost() throws -> (JourneyRun, other: JourneyRun.Job) {
        var run = JourneyRun(limits: JourneyLimits(), journey: Self.journey)
        run.add([
            WantedAddress(1, "http://refusing/1"), WantedAddress(2, "http://other/2"),
            WantedAddress(3, "http://refusing/3"),
        ])
        let first = try claim(&run, at: now)
        let other = try claim(&run, at: now)
        #expect(first.host == "refusing" && other.host == "other")
        _ = run.finish(first, Fetched(.refused(429, nil)), isNetworkDown: false, wait: nil, at: now)
        let later = now + .seconds(2)
        let second = try claim(&run, at: later)
        _ = run.finish(second, Fetched(.refused(429, nil)), isNetworkDown: false, wait: nil, at: later)
        #expect(run.throttle.skipped.keys.elementsEqual(["refusing"]) && !run.isDone)
        return (run, other)
    }

    @Test("A run ends although a page names a picture on a host that the run has given up on")
    func lateAddress() throws {
        var (run, page) = try runWithoutHost()
        var fetched = Fetched(.stored(0))
        fetched.newlyWanted = [WantedAddress(4, "http://refusing/4.png", .firstPicture)]
        _ = run.finish(page, fetched, isNetworkDown: false, wait: nil, at: now)
        #expect(run.isDone)
    }

    @Test("A run ends although a stub names a page on a host that the run has given up on")
    func lateStub() throws {
        var (run, page) = try runWithoutHost()
        let stub = PageStub(
            url: "http://other/2", text: nil, metadata: nil, textLength: 0, alternative: "http://refusing/amp",
            isVerified: false)
        _ = run.finish(page, Fetched(.stub(stub)), isNetworkDown: false, wait: nil, at: now)
        #expect(run.isDone)
    }

    @Test("A page with a wrong response is queued again only if the run has not given up on its host")
    func again() throws {
        var (run, _) = try runWithoutHost()
        let (refused, wrong) = (WantedAddress(5, "http://refusing/5"), WantedAddress(6, "http://other/6"))
        let queued = run.addAgain([refused, wrong])
        #expect(queued == [wrong])
        #expect(run.queue.contains(wrong) && !run.queue.contains(refused))
    }

    @Test("Objects that failed before the network was known to be down are queued again", arguments: [true, false])
    func outage(_ isResponseBetween: Bool) throws {
        var run = JourneyRun(limits: JourneyLimits(), journey: Self.journey)
        run.add((1...3).map { WantedAddress($0, "http://host\($0)/page") })
        let jobs = try (1...3).map { _ in try claim(&run, at: now) }
        let failure = Fetched(.connectionFailed("the connection ended early"))
        _ = run.finish(jobs[0], failure, isNetworkDown: false, wait: nil, at: now)
        let second = isResponseBetween ? Fetched(.stored(0)) : failure
        _ = run.finish(jobs[1], second, isNetworkDown: false, wait: nil, at: now)
        _ = run.finish(jobs[2], failure, isNetworkDown: true, wait: nil, at: now)
        let isQueued = jobs.map { run.queue.contains($0.address) }
        #expect(isQueued == (isResponseBetween ? [false, false, true] : [true, true, true]))
    }

    @Test("An enclosure that was paused during its transfer is fetched in the same run once it is resumed")
    func resumed() throws {
        var run = JourneyRun(limits: JourneyLimits(), journey: Self.journey)
        let enclosure = WantedAddress(1, "http://a/1.mp3", .enclosure)
        run.renewEnclosures([enclosure]) { true }
        let job = try claim(&run, at: now)
        _ = run.finish(job, Fetched(.cancelled), isNetworkDown: false, wait: nil, at: now)
        run.renewEnclosures([]) { true }
        #expect(run.isDone)
        run.renewEnclosures([enclosure]) { true }
        #expect(try claim(&run, at: now).address == enclosure)
    }
}
