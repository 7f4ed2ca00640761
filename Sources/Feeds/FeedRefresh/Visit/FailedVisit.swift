import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The results of visits without a document.
extension FeedVisitor {
    /// Applies a response without a document.
    func refuse(_ reply: CachedReply, _ visit: inout FeedVisit) async {
        let now = settings.now()
        let pause = reply.requestedPause(at: now)
        let retryAfter = pause?.end
        let isTooManyRequests = pause?.cause == .tooManyRequests
        let status = reply.head.status.line
        visit.isFromHotspot = reply.head.status.code == 511
        // Many servers answer 403 to a cookie that has expired.
        if [401, 403].contains(reply.head.status.code) { await settings.keyring.forget(subscription.feedURL) }
        switch reply.head.status.code {
        // A temporary redirect says nothing about the feed's own address (RFC 9110 §15.4.3).
        case 410 where reply.hasOnlyPermanentRedirects:
            fail(&visit, .gone)
        case 401:
            fail(&visit, FeedProblem(kind: .credentials, message: "401: \(refusal(reply))"), retryAfter: retryAfter)
        case _ where pause?.isRefusal == true:
            let kind = retryAfter == nil ? FeedProblem.Kind.status : .waiting
            fail(&visit, FeedProblem(kind: kind, message: status), retryAfter: retryAfter)
            if let retryAfter, retryAfter > now {
                visit.pause = HostPause(end: retryAfter, isFromServer: true, isTooManyRequests: isTooManyRequests)
            } else if isTooManyRequests, let end = visit.unsavedState?.health.nextAttempt {
                visit.pause = HostPause(end: end, isFromServer: false, isTooManyRequests: true)
            }
        case let code:
            fail(&visit, FeedProblem(status: code, message: status), retryAfter: retryAfter)
        }
    }

    /// Names the host that wants credentials or refused them. No credentials are sent to another origin.
    private func refusal(_ reply: CachedReply) -> String {
        let (asked, answered) = (CacheRequest(url: subscription.feedURL), CacheRequest(url: reply.url))
        let hadAny =
            settings.keyring.covers(subscription.feedURL) || ShownAddress.of(subscription.feedURL) != asked.url
        let wasSent = hadAny && asked.destination?.origin == answered.destination?.origin
        let host = ShownAddress.host(of: reply.url)
        return wasSent ? "\(host) refused the credentials" : LoginWords.needed(by: host)
    }

    /// Returns the result if the secret cannot be read: the server is not contacted without it.
    func withoutCredentials(_ error: CredentialError, policy: CachePolicy) -> FeedVisit {
        context.network.record(.credentials, for: reason.rawValue, policy, asked: subscription.feedURL)
        return failed(with: FeedProblem(kind: .credentials, message: error.description))
    }

    /// Returns the result for a feed that was not polled because its host asked for a pause.
    func paused(_ pause: HostPause, by host: String) -> FeedVisit {
        guard pause.isFromServer else {
            // Only the schedule waits; the person may request the feed again.
            var visit = FeedVisit(
                subscription: subscription.id,
                result: .failed(FeedProblem(kind: .status, message: "not requested: \(host) answered 429")))
            visit.host = host
            var next = state
            next.health.nextAttempt = max(next.health.nextAttempt ?? pause.end, pause.end)
            visit.unsavedState = next
            return visit
        }
        var visit = FeedVisit(subscription: subscription.id, result: .waiting(until: pause.end))
        visit.host = host
        var next = state
        next.wait(until: pause.end)
        visit.unsavedState = next
        return visit
    }

    /// Returns the result for a feed that was not polled because its host has repeatedly not answered.
    func givenUp(silentHost host: String) -> FeedVisit {
        var visit = givenUp(
            because: "not requested: \(host) did not answer \(VisitsUnderWay.unansweredLimit) visits in a row")
        visit.host = host
        return visit
    }

    /// Returns the result of a failure without a response.
    func givenUp(because reason: String) -> FeedVisit {
        failed(with: FeedProblem(kind: .network, message: reason))
    }

    private func failed(with problem: FeedProblem) -> FeedVisit {
        var visit = FeedVisit(subscription: subscription.id, result: .failed(problem))
        visit.host = ShownAddress.host(of: subscription.feedURL)
        var next = state
        next.recordFailure(problem, retryAfter: nil, at: settings.now(), schedule, jitter: settings.jitter())
        visit.unsavedState = next
        return visit
    }

    /// - Parameter reply: the response whose body did not arrive completely; nil if there was no response.
    func failed(_ error: CacheError, policy: CachePolicy, during reply: CachedReply? = nil) -> FeedVisit {
        var visit = FeedVisit(subscription: subscription.id, result: .cancelled)
        visit.host = ShownAddress.host(of: subscription.feedURL)
        if let reply {
            visit.note(reply)
            // This counts as a connection that broke before the head; see `FeedNetwork.note`.
            visit.contact = .unknown
        }
        switch error {
        case _ where error.isOffline:
            visit.result = .notAvailableOffline
        case .transport(let error) where error.cause == .cancelled:
            break
        case .transport(let error):
            visit.wasRequested = true
            if error.cause.isConnectionFailure { visit.contact = .disconnected }
            fail(&visit, FeedProblem(kind: .network, message: withoutAddress(error.message)))
        default:
            visit.wasRequested = true
            visit.contact = .answered
            fail(&visit, FeedProblem(kind: .network, message: withoutAddress(error.description)))
        }
        if let reply { context.network.count(Traffic(reply, isCounted: visit.contact != .answered)) }
        context.network.record(
            .cache(error), for: reason.rawValue, policy, asked: subscription.feedURL, during: reply)
        return visit
    }

    /// Removes the feed's own address from a message, since the caller shows the feed; the address of a redirect
    /// stays.
    func withoutAddress(_ message: String) -> String {
        message.withoutAddress(subscription.shownAddress)
    }

    func fail(_ visit: inout FeedVisit, _ problem: FeedProblem, retryAfter: Date? = nil) {
        visit.result = .failed(problem)
        // A stored response that can no longer be read says nothing about the feed's server.
        guard visit.wasRequested else { return }
        context.network.forgetStoredRedirect(
            of: FeedRequest.make(
                url: subscription.feedURL, settings: settings, credentials: RequestCredentials(),
                userAgent: subscription.preferences.userAgent))
        visit.failuresBefore = state.health.consecutiveFailures
        var next = state
        next.recordFailure(problem, retryAfter: retryAfter, at: settings.now(), schedule, jitter: settings.jitter())
        visit.unsavedState = next
    }
}

extension String {
    /// Removes an address from the beginning or the end of a message.
    func withoutAddress(_ address: String) -> String {
        if hasPrefix("\(address): ") { return String(dropFirst(address.count + 2)) }
        return hasSuffix(": \(address)") ? String(dropLast(address.count + 2)) : self
    }
}
