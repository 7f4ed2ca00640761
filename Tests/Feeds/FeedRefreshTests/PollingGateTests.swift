import ArticleStorage
import FeedModel
import Foundation
import Testing

@testable import FeedRefresh

@Suite struct PollingGateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// A feed whose server required a wait of a week an hour ago.
    private var paused: PollingState {
        var state = PollingState(subscription: SubscriptionID(rawValue: 1))
        state.health.lastAttempt = now - 3_600
        state.retryAfter = now - 3_600 + 7 * 86_400
        return state
    }

    @Test("A long wait ends after a day for a feed that the person insists on", arguments: RefreshReason.allCases)
    func longWait(_ reason: RefreshReason) {
        let insists = [.insisted, .reload].contains(reason)
        let end = insists ? now - 3_600 + 86_400 : now - 3_600 + 7 * 86_400
        #expect(PollingGate.decide(paused, reason, isNamed: true, now: now) == .waiting(until: end))
        let tomorrow = PollingGate.decide(paused, reason, isNamed: true, now: now + 86_400)
        #expect(tomorrow == (insists ? .ask : .waiting(until: end)))
    }

    @Test("A long wait holds for feeds that the person does not name", arguments: [RefreshReason.insisted, .reload])
    func unnamed(_ reason: RefreshReason) {
        let gate = PollingGate.decide(paused, reason, isNamed: false, now: now + 2 * 86_400)
        #expect(gate == .waiting(until: now - 3_600 + 7 * 86_400))
    }
}
