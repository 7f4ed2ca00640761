import ArticleStorage
package import FeedModel
package import FoundationEssentials

/// One visit to one feed: its result, its cost, and the polling state that follows.
struct FeedVisit: Sendable {
    let subscription: SubscriptionID
    var result: FeedResult
    /// The caller stores it together with others; nil if there is nothing to store, or if the articles' transaction
    /// holds it already.
    @Boxed var unsavedState: PollingState?
    var contact = Contact.unknown
    var host = ""
    var bytesSent: Int64 = 0
    var bytesReceived: Int64 = 0
    var wasRequested = false
    var isNotModified = false
    /// True if a hotspot that requires a login says that it answered (511, RFC 6585 §6).
    var isFromHotspot = false
    /// The feed's consecutive failures before this visit, if it has failed.
    var failuresBefore = 0
    /// The state after a document that leaves a gap, until `fillGap` begins; nil without a gap.
    @Boxed var stateWithGap: PollingState?
    /// Set if the host does not want another request for a while.
    var pause: HostPause?

    /// True if a hotspot may have answered in place of the feed's server.
    var isPage: Bool {
        guard case .failed(let problem) = result else { return false }
        return problem.kind == .notAFeed || isFromHotspot
    }

    /// True if the document leaves a gap. Does not copy the state.
    var leavesGap: Bool { !_stateWithGap.isEmpty }
}

/// The result of polling one feed.
package enum FeedResult: Equatable, Sendable {
    /// New or edited articles were stored, or the document changed without changing any.
    case updated(new: [ArticleID], edited: [ArticleID])
    case unchanged
    /// Offline, and nothing of this feed is stored.
    case notAvailableOffline
    /// The feed was not polled: the server asked to wait.
    case waiting(until: Date)
    case failed(FeedProblem)
    case cancelled

    /// True if the feed arrived, or has not changed.
    var isSuccess: Bool {
        switch self {
        case .updated, .unchanged: true
        case .notAvailableOffline, .waiting, .failed, .cancelled: false
        }
    }
}

/// A pause between requests to a host.
struct HostPause: Sendable {
    var end: Date
    /// True if the host named the time (RFC 9110 §10.2.3); otherwise it is the schedule's.
    let isFromServer: Bool
    /// True for a 429, which may count all requests to the host (RFC 6585 §4); false for a 503.
    let isTooManyRequests: Bool
}
