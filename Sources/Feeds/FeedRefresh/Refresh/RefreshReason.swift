import HTTPCache

/// The reason for a poll. It decides the cache policy, and the rules that may delay the poll.
package enum RefreshReason: String, Sendable, CaseIterable {
    /// A timer: `lede refresh --due`, and the reader's own schedule.
    case schedule
    /// The person refreshed everything: `R`, `lede refresh`.
    case everything
    /// The person refreshed this feed: `r`, `lede refresh --force`.
    case insisted
    /// The person wants a new copy, whatever caches on the way hold.
    case reload
    /// The person opened the feed: the stored rows are on the screen already, and this revalidates them.
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

    /// True if only due feeds are polled.
    package var onlyDue: Bool { self == .schedule }

    /// True if the person asked for it and waits for the result.
    var isAsked: Bool {
        switch self {
        case .everything, .insisted, .reload: true
        case .schedule, .opened: false
        }
    }

    /// True if the person insists, against what a server said earlier: that a feed has ended (410), or a long wait.
    var insists: Bool { self == .insisted || self == .reload }
}
