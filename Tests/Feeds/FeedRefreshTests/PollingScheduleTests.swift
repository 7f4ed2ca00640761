import ArticleStorage
import FeedModel
import Foundation
import Testing

@testable import FeedRefresh

@Suite struct PollingScheduleTests {
    let schedule = PollingSchedule()
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        "An explicit lifetime sets the interval, between ten minutes and twelve hours",
        arguments: [
            (60, 600), (1800, 1800), (86_400 * 365, 12 * 3600), (-50, 600),
        ] as [(Double, Double)])
    func explicitLifetime(_ lifetime: Double, _ wait: Double) {
        let next = schedule.next(after: now, freshUntil: now + lifetime, pace: PublishingPace(), jitter: 0.5)
        #expect(next.timeIntervalSince(now) == wait)
    }

    @Test(
        "Without a lifetime the interval is half the usual gap between articles",
        arguments: [
            (4 * 3600, 2 * 3600), (60, 1800), (30 * 86_400, 12 * 3600),
        ] as [(Double, Double)])
    func adaptiveInterval(_ gap: Double, _ wait: Double) {
        let dates = (0..<10).map { now - 100 - Double($0) * gap }
        let next = schedule.next(after: now, freshUntil: nil, pace: PublishingPace(of: dates, at: now), jitter: 0.5)
        #expect(abs(next.timeIntervalSince(now) - wait) < 1)
    }

    @Test(
        "A ttl lengthens the interval, up to the maximum",
        arguments: [(180, 3 * 3600), (100_000, 12 * 3600)] as [(Int, Double)])
    func ttlIsAHint(_ minutes: Int, _ wait: Double) {
        var hints = PollingHints()
        hints.ttl = minutes
        let next = schedule.next(after: now, freshUntil: nil, pace: PublishingPace(hints: hints), jitter: 0.5)
        #expect(next.timeIntervalSince(now) == wait)
    }

    /// Content delivery networks add short lifetimes to feeds whose authors ask for longer waits.
    @Test(
        "A ttl and an update period lengthen an explicit lifetime too, but never shorten it",
        arguments: [(180, nil, 60, 10_800), (nil, 3600, 60, 3600), (60, 3600, 7200, 7200), (nil, nil, 60, 600)]
            as [(Int?, Int?, Double, Double)])
    func hintsBesideLifetime(_ ttl: Int?, _ update: Int?, _ lifetime: Double, _ wait: Double) {
        var hints = PollingHints()
        (hints.ttl, hints.updateInterval) = (ttl, update)
        let pace = PublishingPace(hints: hints)
        let next = schedule.next(after: now, freshUntil: now + lifetime, pace: pace, jitter: 0.9)
        #expect(next.timeIntervalSince(now) == wait)
    }

    @Test(
        "The person's interval overrides the publishing rate, but not the server's",
        arguments: [
            (30, nil, 1800), (1, nil, 600), (600, 60, 36_000), (30, 7200, 7200), (30, 86_400 * 9, 12 * 3600),
        ] as [(Double, Double?, Double)])
    func ownInterval(_ minutes: Double, _ lifetime: Double?, _ wait: Double) {
        var schedule = PollingSchedule()
        schedule.ownInterval = minutes * 60
        let freshUntil = lifetime.map { now + $0 }
        let next = schedule.next(after: now, freshUntil: freshUntil, pace: PublishingPace(), jitter: 0.5)
        #expect(next.timeIntervalSince(now) == wait)
    }

    @Test("Skipped hours delay a poll by at most twelve hours in all")
    func manySkippedHours() {
        let halfPast = now + 1_800
        let hour = Int(now.timeIntervalSince1970 / 3600) % 24
        var hints = PollingHints()
        hints.skipHours = Set((1...20).map { (hour + $0) % 24 })
        let next = schedule.next(after: halfPast, freshUntil: nil, pace: PublishingPace(hints: hints), jitter: 0.5)
        #expect(next == halfPast + 12 * 3600)
    }

    @Test("A time in a skipped hour moves to the end of that hour")
    func skipHours() {
        var hints = PollingHints()
        let hour = Int(now.timeIntervalSince1970 / 3600) % 24
        hints.skipHours = [(hour + 2) % 24]
        let next = schedule.next(after: now, freshUntil: nil, pace: PublishingPace(hints: hints), jitter: 0.5)
        #expect(Int(next.timeIntervalSince1970 / 3600) % 24 == (hour + 3) % 24)
        let afterLifetime = schedule.next(
            after: now, freshUntil: now + 7200, pace: PublishingPace(hints: hints), jitter: 0.5)
        #expect(Int(afterLifetime.timeIntervalSince1970 / 3600) % 24 == (hour + 3) % 24)
    }
}
