internal import Basics
package import FeedModel
package import FoundationEssentials

/// The reasons why feeds were not fetched, in the words of `lede refresh` and of the reader.
extension RefreshReport {
    /// The reasons that concern many feeds, the most useful one first.
    package var reasons: [String] {
        var reasons: [String] = []
        if networkWantsLogin { reasons.append("this network requires a login: web pages arrived instead of feeds") }
        // The person may go offline, or the connection be lost, after the last feed.
        let left = notRequested > 0 ? ": \(notRequested.counting("feed")) not fetched" : ""
        if isOffline {
            reasons.append("offline now\(left)")
        } else if unreachableUntil != nil {
            reasons.append("no connection\(left)")
        } else if notRequested > 0, !isCancelled {
            reasons.append("the refresh ran out of time\(left)")
        }
        return reasons
    }

    /// The reasons why some feeds and accounts were left out, if another process is fetching them.
    package var leaseReasons: [String] {
        [
            leasedElsewhere > 0 ? "another lede is fetching \(leasedElsewhere.counting("feed"))" : nil,
            syncedElsewhere > 0 ? "another lede is syncing \(syncedElsewhere.counting("account"))" : nil,
        ].compactMap(\.self)
    }

    /// The number of feeds and accounts that were not asked because their servers require a wait.
    package var waits: Int {
        waiting.count + accounts.count { $0.waitingUntil != nil }
    }

    /// The only feed of this refresh, if its server requires a wait.
    package var onlyWait: (subscription: Subscription, until: Date)? {
        let others = progress.total + fresh + leasedElsewhere + syncedElsewhere + slow.count + accounts.count
        return waiting.count == 1 && others == 0 ? waiting[0] : nil
    }
}
