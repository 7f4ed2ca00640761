import ArticleStorage
package import FeedModel
package import FoundationEssentials
package import HTTPTransport

/// What came of asking for one feed.
package enum FeedResult: Equatable, Sendable {
    /// New or edited articles were taken in, or the document changed without changing any.
    case updated(new: [ArticleID], edited: [ArticleID])
    case unchanged
    /// Offline, and nothing of this feed is stored.
    case notAvailableOffline
    /// Not asked: the server said to come back later.
    case waiting(until: Date)
    case failed(FeedProblem)
    case cancelled

    /// Whether the feed came, or said that nothing has changed.
    var isSuccess: Bool {
        switch self {
        case .updated, .unchanged: true
        case .notAvailableOffline, .waiting, .failed, .cancelled: false
        }
    }
}

/// One visit to one feed: what came, what it cost, and what the library is to know of it from now on.
struct FeedVisit: Sendable {
    let subscription: SubscriptionID
    var result: FeedResult
    /// To be stored by the caller together with others; nil where nothing is to be kept, or the articles' transaction holds it already.
    var unsavedState: PollingState?
    /// Whether what went wrong was the line and not the server.
    var lineFailed = false
    /// Whether a server was heard, were it with an error.
    var heard = false
    var host = ""
    var bytesSent: Int64 = 0
    var bytesReceived: Int64 = 0
    var wasRequested = false
    var isNotModified = false
}

extension TransportError.Cause {
    /// Whether the line is at fault rather than the server or the address.
    package var isOfTheLine: Bool {
        switch self {
        case .nameResolution, .connection, .stalled, .brokenOff: true
        case .offline, .untrusted, .tooLarge, .tooSlow, .badRequest, .cancelled: false
        }
    }
}
