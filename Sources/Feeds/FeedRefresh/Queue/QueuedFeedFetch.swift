import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache

// Fetches a queued feed, whose address may turn out to be another one.
extension FeedService {
    func fetchFeed(
        _ id: SubscriptionID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> AttemptResult {
        Self.result(of: try await refresh(.feeds([id]), reason: .insisted, events: events))
    }

    /// Fetches a feed. A feed that was added unseen may turn out to be a page that names a feed; an address typed
    /// without a scheme may be served over http only. As long as it has never answered as a feed, it stays in the
    /// queue.
    func fetchFeed(
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
