import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials

/// The rules for retrying requests that were made without a network.
enum QueueRules {
    /// The waits after failed attempts while the connection is not known to be dead: 10 seconds to an hour.
    static let backOff = BackOff(first: 10, maximum: 3600)
    /// The number of attempts (20, over half a day) after which a request is dropped and reported.
    fileprivate static let attempts = 20
    /// A response that shows no feed, or a login page or a server's error in place of an article's page, counts as 10
    /// attempts. It may come from a hotspot, or from a server under maintenance: with this count the next attempt
    /// follows an hour later, and the third such response ends the attempts.
    static let costOfAbsence = 10
    /// The wait of a request that needs a secret while none may be sent, in seconds. It does not count as an attempt.
    static let pauseWithoutSecrets = 60.0
}

/// The result of an attempt to fetch a queued item.
enum AttemptResult: Equatable {
    /// The entry was fetched, or failed with a report.
    case done
    /// The host was not reached, though other hosts may be; `attempts` includes this failure.
    case later(attempts: Int)
    /// The entry was not requested: the server forbids requests before this time, or no secret may be sent.
    case waiting(until: Date)
    /// Nothing can be reached, or the person is offline.
    case noConnection
}

extension QueuedItem {
    /// The result of an attempt that failed although other hosts may be reached.
    var resultOfFailure: AttemptResult { result(cost: 1) }

    /// Returns the result of an attempt that found this problem.
    func result(with problem: FeedProblem) -> AttemptResult { result(cost: problem.cost) }

    func result(cost: Int) -> AttemptResult {
        let last = QueueRules.attempts - 1
        guard cost < QueueRules.attempts, attempts < last else { return .done }
        // Whatever the cost of a response, at least one more attempt has to confirm it.
        return .later(attempts: min(attempts.addingSaturating(cost), last))
    }
}

extension FeedProblem {
    /// The number of attempts that a failure with this problem counts as, for a feed that has never arrived; the
    /// maximum if no further attempt can help.
    var cost: Int {
        switch kind {
        case .gone, .credentials: QueueRules.attempts
        case .notFound, .notAFeed: QueueRules.costOfAbsence
        case .gateway, .status, .network, .waiting: 1
        }
    }
}

extension FeedHealth {
    /// True for a feed whose server never answered with a document, but failed or asked for a pause.
    var hasNeverAnswered: Bool {
        guard lastSuccess == nil, let problem else { return false }
        return switch problem.kind {
        case .network, .notFound, .gateway, .status, .waiting: true
        case .gone, .notAFeed, .credentials: false
        }
    }

    /// True if a feed that has never arrived failed so recently that another request would show nothing new.
    func hasJustFailed(at now: Date) -> Bool {
        guard lastSuccess == nil, problem != nil, let lastAttempt else { return false }
        return (0..<QueueRules.backOff.first).contains(now.timeIntervalSince(lastAttempt))
    }
}
