import ArticleStorage
import FeedModel
import Foundation
import Testing

@testable import FeedRefresh

@Suite struct BackOffTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let problem = FeedProblem(kind: .status, message: "500")

    @Test(
        "Each failure doubles the wait, up to the maximum",
        arguments: [(0, 10), (1, 10), (2, 20), (4, 80), (5, 100), (50, 100), (.max, 100)] as [(Int, Double)])
    func doubling(_ failures: Int, _ wait: Double) {
        #expect(BackOff(first: 10, maximum: 100).wait(after: failures) == wait)
    }

    @Test("Jitter changes a wait by up to a fifth", arguments: [(0, 8), (0.5, 10), (1, 12)] as [(Double, Double)])
    func jitter(_ jitter: Double, _ wait: Double) {
        let backOff = BackOff(first: 10, maximum: 100)
        #expect(abs(backOff.wait(after: 1, jitter: jitter) - wait) < 0.001)
        #expect(backOff.wait(after: 9, jitter: jitter) <= backOff.maximumWithJitter)
    }

    @Test(
        "A feed waits ten minutes after its first failure, and never longer than a day",
        arguments: [(1, 600), (2, 1200), (4, 4800), (50, 86_400)] as [(Int, Double)])
    func feeds(_ failures: Int, _ wait: Double) throws {
        var health = FeedHealth(consecutiveFailures: failures - 1)
        health.fail(problem, retryAfter: nil, at: now, PollingSchedule().backOff, jitter: 0.5)
        let next = try #require(health.nextAttempt)
        #expect(abs(next.timeIntervalSince(now) - wait) < 1)
        #expect(health.consecutiveFailures == failures && health.problem == problem)
    }

    @Test("Failures of attempts forced within a wait do not lengthen it; the first failure after it does")
    func forcedAttempts() throws {
        let backOff = PollingSchedule().backOff
        // The next poll of a feed that has not failed is in the future, too.
        var health = FeedHealth(nextAttempt: now + 3600)
        for second in 0..<5 {
            let moment = now + Double(second)
            health.fail(problem, retryAfter: nil, at: moment, backOff, jitter: 0.5)
            let next = try #require(health.nextAttempt)
            #expect(abs(next.timeIntervalSince(moment) - 600) < 1 && health.consecutiveFailures == 1)
        }
        let due = try #require(health.nextAttempt)
        health.fail(problem, retryAfter: nil, at: due, backOff, jitter: 0.5)
        let next = try #require(health.nextAttempt)
        #expect(abs(next.timeIntervalSince(due) - 1200) < 1)
    }

    @Test("A wait that a server demands does not shorten the wait after failures", arguments: [3_600, 7_200, 10_800])
    func wait(_ seconds: Double) {
        var state = PollingState(
            subscription: SubscriptionID(rawValue: 1), health: FeedHealth(nextAttempt: now + 7_200))
        state.wait(until: now + seconds)
        #expect(state.retryAfter == now + seconds && state.health.nextAttempt == now + max(seconds, 7_200))
    }

    @Test("A Retry-After overrides a shorter back-off")
    func retryAfterIsObeyed() throws {
        let (end, backOff) = (now + 7200, PollingSchedule().backOff)
        var health = FeedHealth()
        health.fail(problem, retryAfter: end, at: now, backOff, jitter: 0.5)
        #expect(health.nextAttempt == end)
        health.consecutiveFailures = 8
        health.fail(problem, retryAfter: now + 1, at: now, backOff, jitter: 0.5)
        let next = try #require(health.nextAttempt)
        #expect(next > end)
    }
}
