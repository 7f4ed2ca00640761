import ArticleStorage
import FeedModel
import FoundationEssentials

/// The decision to poll a feed now or not.
enum PollingGate: Equatable {
    case ask
    /// The server requires a wait.
    case waiting(until: Date)
    /// The last document is still fresh, by the lifetime that the server gave it.
    case fresh(until: Date)
    /// The feed is not due yet.
    case notDue
    /// The feed has ended (410).
    case gone

    /// - Parameter isNamed: true if the person has named the feed.
    static func decide(
        _ stored: PollingState, _ reason: RefreshReason, isNamed: Bool = false, now: Date
    ) -> PollingGate {
        let state = stored.corrected(at: now)
        let isInsistedOn = isNamed && reason.insists
        if state.health.problem?.kind == .gone, !isInsistedOn { return .gone }
        if let until = state.endOfWait(isInsistedOn: isInsistedOn), until > now { return .waiting(until: until) }
        if reason.onlyDue, let next = state.health.nextAttempt, next > now { return .notDue }
        // A document from before a failure does not delay a new attempt.
        if reason == .everything, let until = state.freshUntil, until > now, state.digest != nil,
            state.health.problem == nil
        {
            return .fresh(until: until)
        }
        return .ask
    }
}

extension PollingState {
    /// Returns the end of the wait that the server requires. For a feed that the person insists on, the wait is shorter.
    fileprivate func endOfWait(isInsistedOn: Bool) -> Date? {
        guard isInsistedOn, let asked = health.lastAttempt else { return retryAfter }
        return retryAfter.map { min($0, asked + RetryAfter.insistedMaximum) }
    }
}
