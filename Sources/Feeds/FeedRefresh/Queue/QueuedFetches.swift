package import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache

/// The rules for retrying requests that were made without a network.
enum QueueRules {
    /// The waits after failed attempts while the connection is not known to be dead: 10 seconds to an hour.
    static let backOff = BackOff(first: 10, maximum: 3600)
    /// The number of attempts (20, over half a day) after which a request is dropped and reported.
    static let attempts = 20
    /// A response that shows no feed, or a login page or a server's error in place of an article's page, counts as 10
    /// attempts. It may come from a hotspot, or from a server under maintenance: with this count the next attempt
    /// follows an hour later, and the third such response ends the attempts.
    static let costOfAbsence = 10
    /// The wait of a request that needs a secret while none may be sent, in seconds. It does not count as an attempt.
    static let pauseWithoutSecrets = 60.0
}

/// The result of an attempt to fetch a queued item.
private enum AttemptResult: Equatable {
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
    fileprivate var resultOfFailure: AttemptResult { result(cost: 1) }

    /// Returns the result of an attempt that found this problem.
    fileprivate func result(with problem: FeedProblem) -> AttemptResult { result(cost: problem.cost) }

    fileprivate func result(cost: Int) -> AttemptResult {
        let last = QueueRules.attempts - 1
        guard cost < QueueRules.attempts, attempts < last else { return .done }
        // Whatever the cost of a response, at least one more attempt has to confirm it.
        return .later(attempts: min(attempts.addingSaturating(cost), last))
    }
}

extension FeedProblem {
    /// The number of attempts that a failure with this problem counts as, for a feed that has never arrived; the
    /// maximum if no further attempt can help.
    fileprivate var cost: Int {
        switch kind {
        case .gone, .credentials: QueueRules.attempts
        case .notFound, .notAFeed: QueueRules.costOfAbsence
        case .gateway, .status, .network, .waiting: 1
        }
    }
}

extension FeedHealth {
    /// True for a feed whose server never answered with a document, but failed or asked for a pause.
    fileprivate var hasNeverAnswered: Bool {
        guard lastSuccess == nil, let problem else { return false }
        return switch problem.kind {
        case .network, .notFound, .gateway, .status, .waiting: true
        case .gone, .notAFeed, .credentials: false
        }
    }

    /// True if a feed that has never arrived failed so recently that another request would show nothing new.
    fileprivate func hasJustFailed(at now: Date) -> Bool {
        guard lastSuccess == nil, problem != nil, let lastAttempt else { return false }
        return (0..<QueueRules.backOff.first).contains(now.timeIntervalSince(lastAttempt))
    }
}

extension FeedService {
    /// Queues a request that the person makes without a network.
    ///
    /// - Parameter address: the address as the person typed it; kept if it has no scheme, so that http is tried too.
    /// - Returns: false if the queue is full (`ArticleStore.queueLimit`).
    package func fetchOnceConnected(_ fetch: QueuedFetch, typed address: String? = nil) throws -> Bool {
        let typed = address.flatMap { Self.addresses(for: $0).count > 1 ? $0 : nil }
        return try store.queue(fetch, typedAddress: typed, at: settings.now())
    }

    /// Fetches the queued items in the order of their requests; stops when the connection ends, and the rest keeps
    /// its order.
    package func fetchQueued(events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) async throws {
        try releaseQueueOfEndedProcesses()
        while !Task.isCancelled, !isOffline, network.mayUseConnection,
            let item = try store.leaseQueued(owner: owner, until: settings.now() + settings.lease, at: settings.now())
        {
            let result: AttemptResult
            do {
                result = try await fetch(item, events)
            } catch {
                try store.putBack(item)
                throw error
            }
            switch result {
            case .done:
                try store.removeQueued([item.fetch])
                try reportNeverFetched(item, events)
            case .later(let attempts):
                let wait = QueueRules.backOff.wait(after: attempts)
                try store.putBack(item, until: settings.now() + wait, attempts: attempts)
            case .waiting(let until):
                // A longer wait would count as set by a wrong clock; the feed's own state keeps the time.
                let latest = settings.now() + QueueRules.backOff.maximum
                try store.putBack(item, until: min(until, latest))
            case .noConnection:
                try store.putBack(item)
                return events(.queued(try store.queueCount()))
            }
            events(.queued(try store.queueCount()))
        }
    }

    /// Returns the items that killed processes held, so that no process waits until their leases end.
    func releaseQueueOfEndedProcesses() throws {
        for owner in try store.leaseOwners() where LeaseOwner.isGone(owner) { try store.releaseQueue(of: owner) }
    }

    /// Reports a feed that has left the queue without ever arriving.
    private func reportNeverFetched(_ item: QueuedItem, _ events: @Sendable (RefreshEvent) -> Void) throws {
        guard case .feed(let id) = item.fetch, let health = try store.subscription(id)?.health,
            health.lastSuccess == nil, let problem = health.problem
        else { return }
        events(.leftQueue(id, FeedProblem(kind: problem.kind, message: "given up: \(problem.message)")))
    }

    private func fetch(_ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void) async throws
        -> AttemptResult
    {
        switch item.fetch {
        case .everything: try await fetchAll(item, events)
        case .feed(let id): try await fetchFeed(id, item, events)
        case .page(let id): try await fetchPage(id, item, events)
        }
    }

    /// Fetches all feeds. The request stays if login pages of a hotspot arrived in place of all of them.
    private func fetchAll(
        _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        let report = try await refresh(.all, reason: .everything, events: events)
        let result = Self.result(of: report)
        return result == .done && report.isFromHotspot ? item.resultOfFailure : result
    }

    private func fetchFeed(
        _ id: SubscriptionID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        Self.result(of: try await refresh(.feeds([id]), reason: .insisted, events: events))
    }

    private static func result(of report: RefreshReport) -> AttemptResult {
        report.isOffline || report.isCancelled || report.unreachableUntil != nil ? .noConnection : .done
    }

    /// Fetches a feed. A feed that was added unseen may turn out to be a page that names a feed; an address typed
    /// without a scheme may be served over http only. As long as it has never answered as a feed, it stays in the
    /// queue.
    private func fetchFeed(
        _ id: SubscriptionID, _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        if let until = try forbidden(id) { return .waiting(until: until) }
        if let url = try store.subscription(id)?.feedURL, settings.keyring.withholds(url) { return withheld }
        if let typed = item.typedAddress {
            switch try await findAddress(of: id, by: typed) {
            case .taken(let url): return try await replace(id, byFeedAt: url, events)
            case .absent(let problem): return item.result(with: problem)
            case .found, .none: break
            case .unanswered: if try forbidden(id) != nil { return item.resultOfFailure }
            }
        }
        let result = try await visitFeed(id, item, events)
        guard result == .done, let subscription = try store.subscription(id),
            subscription.health.problem?.kind == .notAFeed, subscription.health.lastSuccess == nil
        else { return result }
        switch try await findAddress(of: id, by: subscription.feedURL) {
        case .found: return try await visitFeed(id, item, events)
        case .taken(let url): return try await replace(id, byFeedAt: url, events)
        case .none: return .done
        case .absent(let problem): return item.result(with: problem)
        case .unanswered: return Task.isCancelled || isOffline ? .noConnection : item.resultOfFailure
        }
    }

    /// The result without a request because no secret may be sent until the person has repaired the configuration.
    private var withheld: AttemptResult { .waiting(until: settings.now() + QueueRules.pauseWithoutSecrets) }

    /// Returns the time before which the feed's server forbids requests; nil if it does not.
    private func forbidden(_ id: SubscriptionID) throws -> Date? {
        let now = settings.now()
        return try store.pollingState(of: id)?.corrected(at: now).retryAfter.flatMap { $0 > now ? $0 : nil }
    }

    /// Visits a feed, unless a refresh has just done so without success.
    private func visitFeed(
        _ id: SubscriptionID, _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        if try store.subscription(id)?.health.hasJustFailed(at: settings.now()) != true {
            let result = try await fetchFeed(id, events)
            guard result == .done else { return result }
        }
        guard let health = try store.subscription(id)?.health, health.hasNeverAnswered, let problem = health.problem
        else { return .done }
        return item.result(with: problem)
    }

    /// The result of a search for the address that an entered one leads to.
    private enum AddressSearch {
        /// The feed has the address now.
        case found
        /// Another subscription, perhaps a removed one, has the address.
        case taken(url: String)
        /// The feed has that address already, or the search failed here.
        case none
        /// The server answers that there is no feed; the feed's state has this problem now.
        case absent(FeedProblem)
        /// The server cannot be reached, or answers with an error.
        case unanswered
    }

    /// Gives a feed the address that the entered one leads to.
    private func findAddress(of id: SubscriptionID, by address: String) async throws -> AddressSearch {
        guard let subscription = try store.subscription(id) else { return .none }
        let discovered: DiscoveredFeeds
        do {
            discovered = try await discover(address, as: subscription.preferences.userAgent)
        } catch CacheError.transport(_), CacheError.notInCache(_) {
            return .unanswered
        } catch {
            return Task.isCancelled ? .unanswered : .none
        }
        guard let found = discovered.best else { return try note(discovered, of: id) }
        guard found != subscription.feedURL else { return .none }
        return try store.changeFeedURL(found, of: id) ? .found : .taken(url: found)
    }

    /// Stores the reason why a search has found no feed, unless a later one may find it at any time.
    private func note(_ discovered: DiscoveredFeeds, of id: SubscriptionID) throws -> AddressSearch {
        // Offline, a stored page may be all that the search could read.
        guard let problem = discovered.problem, !Task.isCancelled, !isOffline else { return .unanswered }
        let isLasting = problem.cost > 1
        guard isLasting || problem.kind == .waiting else { return .unanswered }
        var state = try store.pollingState(of: id) ?? PollingState(subscription: id)
        if case .refused(_, _, let until?) = discovered { state.wait(until: until) }
        if problem.kind == .gone { state.health.nextAttempt = nil }
        state.health.lastAttempt = settings.now()
        state.health.problem = problem
        try store.record([state])
        return isLasting ? .absent(problem) : .unanswered
    }

    /// Removes a feed that was added unseen and is the same as another subscription, and reports that one; a removed
    /// subscription is restored.
    private func replace(
        _ id: SubscriptionID, byFeedAt url: String, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        guard let unseen = try store.subscription(id), unseen.health.lastSuccess == nil else { return .done }
        let (known, wasRemoved) = try store.add(NewSubscription(feedURL: url))
        try store.remove(id, at: settings.now())
        let title = try store.subscription(known)?.title ?? ShownAddress.of(url)
        let state = wasRemoved ? "subscribed again" : "already subscribed"
        events(.leftQueue(id, FeedProblem(kind: .notAFeed, message: "\(state): “\(title)”")))
        return wasRemoved ? try await fetchFeed(known, events) : .done
    }

    private func fetchPage(
        _ id: ArticleID, _ item: QueuedItem, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        if let typed = item.typedAddress { try await findScheme(ofSaved: id, typed: typed) }
        let page = try await page(of: id) { events(.page(id, .readable)) }
        if Task.isCancelled, page != .readable { return .noConnection }
        switch page {
        case .readable: return .done
        case .notAvailableOffline: return .noConnection
        case .unreached:
            if case .unreachable = connectivity { return .noConnection }
            return resultOfFailure(item, with: page, of: id, events)
        case .untrusted: return resultOfFailure(item, with: page, of: id, events)
        case .withheld: return withheld
        case .notWritten: return .later(attempts: item.attempts.addingSaturating(1))
        case .wantsLogin:
            events(.page(id, page))
            return try mayBeHotspot(forPageOf: id) ? item.result(cost: QueueRules.costOfAbsence) : .done
        case .failing:
            events(.page(id, page))
            return item.result(cost: QueueRules.costOfAbsence)
        case .noAddress, .noMainText, .noPage, .failed:
            events(.page(id, page))
            return .done
        }
    }

    /// Ends an attempt to fetch a page, and reports the last one.
    private func resultOfFailure(
        _ item: QueuedItem, with page: LinkedPage, of id: ArticleID, _ events: @Sendable (RefreshEvent) -> Void
    ) -> AttemptResult {
        if item.resultOfFailure == .done { events(.page(id, page)) }
        return item.resultOfFailure
    }

    /// True if a hotspot may have answered in place of the article's server: it has no certificate for that one.
    private func mayBeHotspot(forPageOf id: ArticleID) throws -> Bool {
        let item = try store.article(id)?.item
        return WebAddress.scheme(of: item?.fullTextURL ?? "") == "http"
    }
}

extension DiscoveredFeeds {
    /// The feed to choose if no person can be asked.
    fileprivate var best: String? {
        switch self {
        case .feed(let url, _): url
        case .candidates(let candidates): candidates.first?.url
        case .since, .none, .refused, .wantsCredentials: nil
        }
    }

    /// The reason why the address leads to no feed; nil if it leads to one.
    fileprivate var problem: FeedProblem? {
        switch self {
        case .feed, .candidates: nil
        case .since: FeedProblem(kind: .notAFeed, message: "not a feed, but a server for accounts")
        case .none: FeedProblem(kind: .notAFeed, message: "no feed here, and the page names none")
        case .wantsCredentials(let host):
            FeedProblem(kind: .credentials, message: "401: \(LoginWords.needed(by: host))")
        case .refused(410, _, _): FeedProblem.gone
        case .refused(let code, let words, nil): FeedProblem(status: code, message: words)
        case .refused(_, let words, _): FeedProblem(kind: .waiting, message: words)
        }
    }
}
