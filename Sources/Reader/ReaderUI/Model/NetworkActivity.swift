package import FeedModel

import struct FoundationEssentials.Date

/// The state of the network and the work that uses it, as the status line shows them.
package struct NetworkActivity: Equatable, Sendable {
    package var connectivity = Connectivity.online
    var refresh: RefreshProgress?
    /// The pages and the feed that are being fetched.
    private(set) var fetching: Set<Fetching> = []
    /// The time since which anything is being fetched.
    private(set) var fetchingSince: Date?
    /// The number of actions that wait for a connection.
    var queued = 0
    /// A description of the running import from another reader or a server; nil if there is none.
    var arrival: String?
    /// The progress of packing, in words; nil if nothing is being packed.
    var packing: String?

    package init() {}

    /// True while a refresh that the person requested runs.
    var hasRequestedRefresh: Bool {
        refresh?.isBackground == false
    }

    /// Shows a step of a refresh. The refresh that the person requested stays on the status line while a background one
    /// runs.
    mutating func show(_ progress: RefreshProgress) {
        if progress.isBackground, hasRequestedRefresh { return }
        // The summary reports the result of the last step.
        refresh = progress.done < progress.total ? progress : nil
    }

    mutating func show(_ targets: Set<Fetching>, at now: Date) {
        if fetching.isEmpty { fetchingSince = now }
        fetching = targets
    }

    /// Ends the refresh, unless the summary is about another one.
    mutating func end(_ summary: RefreshSummary) {
        if refresh?.isBackground == summary.isBackground { refresh = nil }
    }

    /// True if the shown refresh is of this kind and fetches several feeds.
    func fetchesMany(isBackground: Bool) -> Bool {
        refresh.map { $0.total > 1 && $0.isBackground == isBackground } ?? false
    }
}
