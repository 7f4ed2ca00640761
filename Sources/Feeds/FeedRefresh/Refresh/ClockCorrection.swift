import ArticleStorage
package import FeedModel
package import FoundationEssentials

/// Corrects times that were stored while the clock was ahead. Once the clock is correct again they are years in the
/// future and would keep feeds from being polled. A time further ahead than the rules allow is ignored.
enum ClockCorrection {
    /// Tolerance for a past event that is ahead of now, in seconds: the clocks of two processes may differ by as much.
    private static let tolerance: TimeInterval = 60

    /// Returns nil if no rule could have set the time so far ahead.
    static func believed(_ moment: Date?, at now: Date, atMost maximum: TimeInterval) -> Date? {
        moment.flatMap { $0 <= now + maximum ? $0 : nil }
    }

    /// True if the clock was set back since `moment`, the stored time of an event.
    static func wasAhead(at moment: Date?, now: Date) -> Bool {
        moment.map { $0 > now + tolerance } ?? false
    }
}

extension PollingState {
    /// Returns the state without the times that were stored while the clock was ahead.
    func corrected(at now: Date) -> PollingState {
        var state = self
        if ClockCorrection.wasAhead(at: health.lastAttempt, now: now) {
            (state.retryAfter, state.freshUntil, state.health.nextAttempt, state.validatorsSince) = (nil, nil, nil, nil)
        }
        state.retryAfter = ClockCorrection.believed(state.retryAfter, at: now, atMost: RetryAfter.maximum)
        state.freshUntil = ClockCorrection.believed(
            state.freshUntil, at: now, atMost: TimeInterval(FeedLifetime.maximum))
        state.health.nextAttempt = ClockCorrection.believed(
            state.health.nextAttempt, at: now, atMost: RetryAfter.maximum)
        return state
    }
}

extension FeedHealth {
    /// Returns the time of the next attempt; now if that time was set while the clock was ahead, since the schedule
    /// then ignores it.
    package func scheduledAttempt(at now: Date) -> Date? {
        guard let nextAttempt else { return nil }
        guard !ClockCorrection.wasAhead(at: lastAttempt, now: now) else { return now }
        return ClockCorrection.believed(nextAttempt, at: now, atMost: RetryAfter.maximum) ?? now
    }
}
