import ArticleStorage
import FeedModel
import FoundationEssentials

/// The decision to poll a feed now or not.
enum PollingGate: Equatable {
    case ask
    /// The server requires a wait, which is always obeyed.
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
        if state.health.problem?.kind == .gone, !isNamed || !reason.asksGone { return .gone }
        if let until = state.retryAfter, until > now { return .waiting(until: until) }
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
