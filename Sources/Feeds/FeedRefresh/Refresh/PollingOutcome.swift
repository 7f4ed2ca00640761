import ArticleStorage
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTypes

/// Computes the polling state after a response. Pure: the same state and response give the same state.
extension PollingState {
    /// Records a response with a document, or without a change.
    ///
    /// - Parameter isWhole: false for a truncated document: its lifetime would delay the request for its rest.
    mutating func recordSuccess(
        _ reply: CachedReply, isWhole: Bool = true, at now: Date, _ schedule: PollingSchedule, jitter: Double
    ) {
        let lifetime = isWhole ? min(reply.freshness.lifetime, FeedLifetime.maximum) : 0
        freshUntil = lifetime > reply.freshness.age ? now + Double(lifetime - reply.freshness.age) : nil
        retryAfter = nil
        loginPages = 0
        health.lastSuccess = now
        health.lastAttempt = now
        health.consecutiveFailures = 0
        health.problem = nil
        health.nextAttempt = schedule.next(after: now, freshUntil: freshUntil, pace: pace, jitter: jitter)
    }

    /// Stores the validators of a document, byte for byte, unless they are too long to be sent. Their age restarts if
    /// the document itself arrived, and continues if the server only confirmed them.
    mutating func adoptValidators(of reply: CachedReply, at now: Date) {
        etag = reply.head.headerFields.validator(.eTag)
        lastModified = reply.head.headerFields.validator(.lastModified)
        if validatorsSince == nil || reply.source == .network { validatorsSince = now }
    }

    /// Records a response without a document. The articles, the validators and the address stay unchanged.
    mutating func recordFailure(
        _ problem: FeedProblem, retryAfter end: Date?, at now: Date, _ schedule: PollingSchedule, jitter: Double
    ) {
        health.lastAttempt = now
        health.fail(problem, retryAfter: end, at: now, schedule.backOff, jitter: jitter)
        if problem.kind == .gone { health.nextAttempt = nil }
        retryAfter = end
        if problem.kind == .notAFeed { loginPages += 1 }
    }

    /// Records that the server of an older page, or of another feed, forbids requests before a time (RFC 9110 §10.2.3).
    /// The whole feed waits: its next visit would ask for that page again.
    mutating func wait(until end: Date) {
        retryAfter = end
        health.nextAttempt = max(health.nextAttempt ?? end, end)
    }

    /// Counts the consecutive visits in which permanent redirects (301, 308) led to one address. A stored redirect says
    /// again what its server said once, so it does not count.
    mutating func noteRedirects(of reply: CachedReply) {
        guard let target = reply.permanentTarget else {
            redirect = nil
            return
        }
        let visits = redirect?.target == target ? (redirect?.visits ?? 0) : 0
        let isSaidNow = reply.redirects.prefix(while: \.isPermanent).allSatisfy { $0.source != .cache }
        redirect = PermanentRedirect(target: target, visits: visits + (isSaidNow ? 1 : 0))
    }
}

extension FeedHealth {
    /// Counts a failure and sets the time of the next attempt. A server's Retry-After is obeyed, however long. An
    /// attempt that the person forces within the wait is not counted: its failure begins the same wait again.
    mutating func fail(
        _ problem: FeedProblem, retryAfter end: Date?, at now: Date, _ backOff: BackOff, jitter: Double
    ) {
        let isForced = consecutiveFailures > 0 && nextAttempt.map { $0 > now } == true
        if !isForced { consecutiveFailures += 1 }
        self.problem = problem
        nextAttempt = max(now + backOff.wait(after: consecutiveFailures, jitter: jitter), end ?? now)
    }
}

extension CachedReply {
    /// The end of the permanent redirects with which its chain begins (RFC 9110 §15.4.2, §15.4.9); nil without one.
    var permanentTarget: String? {
        redirects.prefix(while: \.isPermanent).last?.target
    }

    var hasOnlyPermanentRedirects: Bool { redirects.allSatisfy(\.isPermanent) }
}

extension CachedReply.Redirect {
    fileprivate var isPermanent: Bool { status == 301 || status == 308 }
}
