package import FeedModel

/// The feeds of a refresh.
package enum RefreshSelection: Sendable {
    case all
    case feeds([SubscriptionID])
}

extension RefreshSelection {
    /// True if the person has named the feeds, which includes paused feeds and feeds that have ended.
    func isNamed(for reason: RefreshReason) -> Bool {
        if case .feeds = self { !reason.onlyDue } else { false }
    }

    /// Removes the feeds that the person has paused. Returns the number of paused feeds that are selected.
    func removePaused(from chosen: inout [Subscription]) -> Int {
        let count = chosen.count { feed in
            guard feed.preferences.isPaused else { return false }
            if case .feeds(let ids) = self { return ids.contains(feed.id) }
            return true
        }
        chosen.removeAll { $0.preferences.isPaused }
        return count
    }
}
