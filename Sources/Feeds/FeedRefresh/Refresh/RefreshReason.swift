import HTTPCache

/// Why a feed is asked. It decides the cache policy, and what may hold the asking back.
package enum RefreshReason: String, Sendable, CaseIterable {
    /// A timer: `lede refresh --due`, and the reader's own schedule.
    case schedule
    /// The person asked for everything: `R`, `lede refresh`.
    case everything
    /// The person asked for this one: `r`, `lede refresh --force`.
    case insisted
    /// The person wants it anew, whatever any cache on the way holds.
    case reload
    /// The person opened the feed: what is stored is on the screen already, this is the revalidation behind it.
    case opened
}

extension RefreshReason {
    /// One policy per action.
    var policy: CachePolicy {
        switch self {
        case .schedule, .everything, .opened: .useProtocolCachePolicy
        case .insisted: .reloadRevalidatingCacheData
        case .reload: .reloadIgnoringLocalAndRemoteCacheData
        }
    }

    /// Whether only feeds are asked whose time has come.
    var onlyDue: Bool { self == .schedule }

    /// Whether a feed that said it is over (410) is asked once more: only when the person names it.
    var asksGone: Bool { self == .insisted || self == .reload }
}
