package import FeedModel
package import FoundationEssentials

/// How far a refresh has come.
package struct RefreshProgress: Equatable, Sendable {
    /// Feeds to ask.
    package var total = 0
    package var finished = 0
    package var failed = 0
    package var newArticles = 0
    /// On the wire, both ways.
    package var bytes: Int64 = 0

    package init() {}
}

/// What a refresh tells while it runs.
package enum RefreshEvent: Sendable {
    case progress(RefreshProgress)
    /// Articles of this feed came or were edited.
    case changed(SubscriptionID, new: [ArticleID], edited: [ArticleID])
    case failed(SubscriptionID, FeedProblem)
    case connectivity(Connectivity)
    /// One refresh has come to its end, whoever began it.
    case finished(RefreshReport)
    /// So many things wait for the network.
    case queued(Int)
    /// What came of a linked page that waited.
    case page(ArticleID, LinkedPage)
}

/// What a refresh has come to.
package struct RefreshReport: Sendable {
    /// One feed that did not come, and why.
    package struct Failure: Sendable {
        package var subscription: Subscription
        package var problem: FeedProblem
        /// When it will be tried again by schedule.
        package var nextAttempt: Date?
    }

    package var progress = RefreshProgress()
    package var failures: [Failure] = []
    /// What came of the accounts that were synced.
    package var accounts: [AccountReport] = []
    /// Their servers are so slow that the visits go on without this refresh.
    package var slow: [Subscription] = []
    /// Not asked, as their servers said to wait.
    package var waiting: [(subscription: Subscription, until: Date)] = []
    /// Not asked, as what was fetched last is still fresh by the server's word.
    package var fresh = 0
    /// Not asked, as another process is asking them.
    package var leasedElsewhere = 0
    package var notModified = 0
    package var requests = 0
    /// Offline: nothing was asked.
    package var isOffline = false
    /// Nothing can be reached: the rest was not asked.
    package var unreachableUntil: Date?
    package var isCancelled = false
    /// Several web pages in a row came where feeds were: a hotspot that wants a login.
    package var networkWantsLogin = false

    /// What the accounts showed of the line: they may have been heard after the feeds, or failed after them.
    mutating func noteLine(_ connectivity: Connectivity) {
        if case .unreachable(let until) = connectivity {
            unreachableUntil = until
        } else if progress.finished == progress.total {
            unreachableUntil = nil
        }
    }

    mutating func add(_ reports: [AccountReport]) {
        accounts += reports
        progress.newArticles += reports.reduce(0) { $0 + $1.newArticles }
    }
}
