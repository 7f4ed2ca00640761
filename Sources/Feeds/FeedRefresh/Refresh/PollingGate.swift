import ArticleStorage
import FeedModel
import FoundationEssentials

/// Whether a feed may be asked now.
enum PollingGate: Equatable {
    case ask
    /// The server told us to wait, and nobody overrides that.
    case told(until: Date)
    /// What was fetched last is still fresh by the server's own word.
    case fresh(until: Date)
    /// Its time has not come.
    case notDue
    /// It is over (410).
    case gone

    static func decide(_ stored: PollingState, _ reason: RefreshReason, now: Date) -> PollingGate {
        let state = stored.corrected(at: now)
        if state.health.problem?.kind == .gone, !reason.asksGone { return .gone }
        if let until = state.retryAfter, until > now { return .told(until: until) }
        if reason.onlyDue, let next = state.health.nextAttempt, next > now { return .notDue }
        if reason == .everything, let until = state.freshUntil, until > now, state.digest != nil {
            return .fresh(until: until)
        }
        return .ask
    }
}
