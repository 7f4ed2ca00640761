package import ArticleStorage
package import FeedModel
package import FeedParsing
import HTTPCache
import HTTPTransport

/// The result of `FeedService.subscribe`.
package enum SubscribeResult: Sendable {
    /// The feed is new in the library; `problem` says why its first visit failed.
    case subscribed(SubscriptionID, newArticles: Int, problem: FeedProblem?)
    /// The library has this feed already.
    case known(SubscriptionID)
    /// There is no network. The address is queued for a later look; `reason` is nil if the person is offline.
    case queued(SubscriptionID, isNew: Bool, reason: String?)
    /// The page names several feeds, and none was chosen.
    case choose([FeedDiscovery.Candidate])
    /// The address is a server's, for `addAccount`.
    case server(url: String)
    /// There is no feed; the text says why.
    case noFeed(String)
    /// The server shows nothing without credentials.
    case wantsCredentials(host: String)
}

extension FeedService {
    package typealias Choice = @Sendable ([FeedDiscovery.Candidate]) async throws -> FeedDiscovery.Candidate?

    /// Subscribes to the feed at an address, or to one that the page there names: the one use case behind `lede add`,
    /// `a` in the reader and the queue. The document that is fetched to find the feed is the feed's first visit.
    ///
    /// - Parameter choose: picks one of several feeds; nil picks none, and the result is `choose`.
    /// - Throws: `CacheError` if nothing can be fetched though there is a network; `CredentialError`;
    ///   `ArticleStoreError`.
    package func subscribe(
        to feed: NewSubscription, choosing choose: Choice? = nil
    ) async throws -> SubscribeResult {
        for address in Self.addresses(for: feed.feedURL) {
            if let known = try store.subscription(feedURL: address) { return .known(known.id) }
        }
        guard !isOffline else { return try enqueue(feed, reason: nil) }
        do {
            return try await subscribe(feed, to: try await search(feed.feedURL), choose)
        } catch CacheError.transport(let error) where error.cause.isOfTheLine && isConnectionDead {
            return try enqueue(feed, reason: error.message)
        }
    }

    private func subscribe(
        _ feed: NewSubscription, to found: DiscoveryResult, _ choose: Choice?
    ) async throws -> SubscribeResult {
        switch found {
        case .feed(let document): return try await add(feed, document)
        case .other(.candidates(let candidates)):
            let single = candidates.count == 1 ? candidates[0] : nil
            guard let chosen = try await single == nil ? choose?(candidates) : single else {
                return .choose(candidates)
            }
            if let known = try store.subscription(feedURL: chosen.url) { return .known(known.id) }
            guard case .feed(let document) = try await search(chosen.url) else {
                return .noFeed("the page names \(chosen.url), which is not a feed")
            }
            return try await add(feed, document)
        case .other(.since(let url, _)): return .server(url: url)
        case .other(.refused(let status)): return .noFeed("the server returns status \(status)")
        case .other(.wantsCredentials(let host)): return .wantsCredentials(host: host)
        case .other(.none), .other(.feed): return .noFeed("no feed here, and the page names none")
        }
    }

    /// Adds the feed and applies the document as its first visit.
    private func add(_ feed: NewSubscription, _ document: FoundDocument) async throws -> SubscribeResult {
        var feed = feed
        feed.feedURL = document.url
        let (id, isNew) = try store.add(feed)
        guard isNew, let subscription = try store.subscription(id) else { return .known(id) }
        let visitor = FeedVisitor(
            context: visitContext, subscription: subscription, state: PollingState(subscription: id), reason: .insisted)
        let visit = await visitor.apply(document.reply, parsed: document.feed, policy: .useProtocolCachePolicy)
        if let state = visit.unsavedState { try store.record([state]) }
        network.saveTraffic()
        switch visit.result {
        case .updated(let new, _): return .subscribed(id, newArticles: new.count, problem: nil)
        case .failed(let problem): return .subscribed(id, newArticles: 0, problem: problem)
        case .unchanged, .notAvailableOffline, .waiting, .cancelled:
            return .subscribed(id, newArticles: 0, problem: nil)
        }
    }

    /// Subscribes without a look at the address. It is fetched when there is a network; if it is a page then, the
    /// first feed that it names takes its place.
    package func subscribeUnseen(_ feed: NewSubscription) throws -> (id: SubscriptionID, isNew: Bool) {
        var feed = feed
        feed.feedURL = Self.addresses(for: feed.feedURL)[0]
        let added = try store.add(feed)
        if added.isNew { _ = try fetchWhenBack(.feed(added.id)) }
        return added
    }

    private func enqueue(_ feed: NewSubscription, reason: String?) throws -> SubscribeResult {
        let (id, isNew) = try subscribeUnseen(feed)
        return .queued(id, isNew: isNew, reason: reason)
    }

    /// True if this process or another found that nothing can be reached.
    private var isConnectionDead: Bool {
        if case .unreachable = connectivity { return true }
        return (try? Self.unreachable(in: store)) != nil
    }
}
