package import FeedModel
package import FoundationEssentials

/// The result of a refresh.
package struct RefreshReport: Sendable {
    /// A feed that failed, and the reason.
    package struct Failure: Sendable {
        package var subscription: Subscription
        package var problem: FeedProblem
        /// The time of the next scheduled attempt.
        package var nextAttempt: Date?
    }

    package var progress = RefreshProgress()
    package var failures: [Failure] = []
    /// The results of the accounts that were synced.
    package var accounts: [AccountReport] = []
    /// The results of the followed lists that were checked.
    package var lists: [ListReport] = []
    /// Feeds of slow servers, whose visits continue without this refresh.
    package var slow: [Subscription] = []
    /// Feeds that were not polled because their servers asked to wait.
    package var waiting: [(subscription: Subscription, until: Date)] = []
    /// Feeds that the person named and that were not polled, since they are gone (410) or have lost their account, and
    /// the refresh was not forced.
    package var gone: [Failure] = []
    /// The number of feeds that were left out because the person has paused them.
    package var paused = 0
    /// The number of feeds that were not polled because the last document is still fresh.
    var fresh = 0
    /// The number of feeds that another process is polling.
    var leasedElsewhere = 0
    /// The number of accounts that another process is syncing.
    var syncedElsewhere = 0
    package var notModified = 0
    var requests = 0
    /// True if the person was offline, or went offline meanwhile.
    package var isOffline = false
    /// The number of feeds that were not polled for lack of a connection or of time, or because the person went offline
    /// or cancelled the refresh.
    package var notRequested = 0
    /// The time of the next probe if nothing can be reached; the other feeds were not polled.
    package var unreachableUntil: Date?
    package var isCancelled = false
    /// True if several consecutive web pages arrived instead of feeds: a hotspot requires a login.
    package var networkWantsLogin = false

    /// True if a hotspot answered in place of every server.
    var isFromHotspot: Bool { networkWantsLogin && progress.failed == progress.finished }

    /// The number of feeds, accounts and lists that failed.
    package var failureCount: Int {
        failures.count + accounts.count { $0.problem != nil } + lists.count { $0.problem != nil }
    }

    mutating func addArticles(new: Int, edited: Int) {
        progress.newArticles += new
        progress.editedArticles += edited
    }

    /// Adds a failed feed. No refresh retries a paused one.
    ///
    /// - Parameter nextAttempt: the time of the next attempt; nil if it is unknown.
    mutating func addFailure(of subscription: Subscription, _ problem: FeedProblem, retriedAt nextAttempt: Date?) {
        progress.failed += 1
        let isPaused = subscription.preferences.isPaused
        failures.append(
            Failure(subscription: subscription, problem: problem, nextAttempt: isPaused ? nil : nextAttempt))
    }

    /// Updates the state of the connection from the accounts: they may have answered after the feeds, or failed after
    /// them.
    mutating func noteConnectivity(_ connectivity: Connectivity) {
        if case .unreachable(let until) = connectivity {
            unreachableUntil = until
        } else if progress.finished == progress.total {
            unreachableUntil = nil
        }
    }

    /// Corrects the times of the next attempts of feeds whose failures are not their own.
    mutating func correctAttempts(of feeds: [SubscriptionID], to end: Date?) {
        let feeds = Set(feeds)
        for index in failures.indices
        where failures[index].nextAttempt != nil && feeds.contains(failures[index].subscription.id) {
            failures[index].nextAttempt = end
        }
    }

    mutating func add(_ reports: [AccountReport]) {
        accounts += reports.filter { !$0.isSyncedElsewhere }
        syncedElsewhere += reports.count { $0.isSyncedElsewhere }
        progress.newArticles += reports.reduce(0) { $0 + $1.newArticles }
        progress.bytes += reports.reduce(0) { $0 + $1.bytes }
    }
}

/// The progress of a refresh.
package struct RefreshProgress: Equatable, Sendable {
    /// Feeds to poll; in events, accounts to sync as well.
    package var total = 0
    package var finished = 0
    package var failed = 0
    package var newArticles = 0
    package var editedArticles = 0
    /// The bytes on the wire, both ways.
    package var bytes: Int64 = 0

    init() {}
}

/// The events of a running refresh.
package enum RefreshEvent: Sendable {
    case progress(RefreshProgress)
    /// Articles of this feed are new or edited.
    case changed(SubscriptionID, new: [ArticleID], edited: [ArticleID])
    /// A visit to this feed has failed.
    case failed(SubscriptionID, FeedProblem)
    /// A feed that was added offline has left the queue without arriving.
    case leftQueue(SubscriptionID, FeedProblem)
    case connectivity(Connectivity)
    /// A refresh has ended, whoever began it.
    case finished(RefreshReport)
    /// The number of requests that wait for the network.
    case queued(Int)
    /// A sync has stored a page of articles.
    case syncing(AccountID, SyncProgress)
    /// The result of a linked page that was queued.
    case page(ArticleID, LinkedPage)
}
