import ArticleStorage
import FeedModel
import FoundationEssentials

/// Times that were stored while the clock was ahead. Once it is right again they lie years in the future, and would keep feeds
/// from being asked. None of them is believed that lies further ahead than it can by the rules.
enum ClockCorrection {
    /// How far ahead of now a moment may lie that is past by its meaning, in seconds: two processes may differ so much.
    static let tolerance: TimeInterval = 60

    /// Nil where no rule could have set the moment so far ahead.
    static func believed(_ moment: Date?, at now: Date, atMost longest: TimeInterval) -> Date? {
        moment.flatMap { $0 <= now + longest ? $0 : nil }
    }

    /// Whether the clock was put back since `moment`, which was stored as the time of an event.
    static func wasAhead(at moment: Date?, now: Date) -> Bool {
        moment.map { $0 > now + tolerance } ?? false
    }
}

extension PollingState {
    /// Without the moments that a clock that was ahead has left behind.
    func corrected(at now: Date) -> PollingState {
        var state = self
        if ClockCorrection.wasAhead(at: health.lastAttempt, now: now) {
            (state.retryAfter, state.freshUntil, state.health.nextAttempt, state.validatorsSince) = (nil, nil, nil, nil)
        }
        state.retryAfter = ClockCorrection.believed(state.retryAfter, at: now, atMost: RetryAfter.longest)
        state.freshUntil = ClockCorrection.believed(
            state.freshUntil, at: now, atMost: TimeInterval(FeedLifetime.longest))
        state.health.nextAttempt = ClockCorrection.believed(
            state.health.nextAttempt, at: now, atMost: RetryAfter.longest)
        return state
    }
}
