public import FeedModel
public import FoundationEssentials

/// How far a refresh has come.
public struct RefreshProgress: Equatable, Sendable {
    /// Feeds to ask.
    public var total = 0
    public var finished = 0
    public var failed = 0
    public var newArticles = 0
    /// On the wire, both ways.
    public var bytes: Int64 = 0

    public init() {}
}

/// What a refresh tells while it runs.
public enum RefreshEvent: Sendable {
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
public struct RefreshReport: Sendable {
    /// One feed that did not come, and why.
    public struct Failure: Sendable {
        public var subscription: Subscription
        public var problem: FeedProblem
        /// When it will be tried again by schedule.
        public var nextAttempt: Date?
    }

    public var progress = RefreshProgress()
    public var failures: [Failure] = []
    /// What came of the accounts that were synced.
    public var accounts: [AccountReport] = []
    /// Not asked, as their servers said to wait.
    public var waiting: [(subscription: Subscription, until: Date)] = []
    /// Not asked, as what was fetched last is still fresh by the server's word.
    public var fresh = 0
    /// Not asked, as another process is asking them.
    public var leasedElsewhere = 0
    public var notModified = 0
    public var requests = 0
    /// Offline: nothing was asked.
    public var isOffline = false
    /// Nothing can be reached: the rest was not asked.
    public var unreachableUntil: Date?
    public var isCancelled = false
    /// Several web pages in a row came where feeds were: a hotspot that wants a login.
    public var networkWantsLogin = false

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
