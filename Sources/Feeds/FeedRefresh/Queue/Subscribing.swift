package import ArticleStorage
import Basics
import FeedModel
package import FeedParsing
import HTTPCache
import HTTPTransport

extension FeedService {
    package typealias Choice = @Sendable ([FeedDiscovery.Candidate]) async throws -> FeedDiscovery.Candidate?

    /// Subscribes to the feed at an address, or to a feed that the page there names: the use case behind `lede add` and
    /// `a` in the reader. The document that is fetched to find the feed is the feed's first visit. Without a network the
    /// feed is added unseen, and the queue searches for its address later, with `discover`.
    ///
    /// - Parameter choose: picks one of several feeds; nil picks none, and the result is `choose`.
    /// - Throws: `AddressProblem`; `CacheError` if nothing can be fetched though there is a network; `CredentialError`;
    ///   `ArticleStoreError`.
    package func subscribe(
        to feed: NewSubscription, choosing choose: Choice? = nil
    ) async throws -> SubscribeResult {
        let addresses = try Self.feedAddresses(for: feed.feedURL)
        for address in addresses {
            if let known = try store.subscription(feedURL: address) { return .known(known.id) }
        }
        if LocalAddress.isFile(addresses[0]) { return try await addFile(feed, at: addresses[0]) }
        guard !isOffline else { return try enqueue(feed, reason: nil) }
        do {
            let found = try await search(feed.feedURL, as: feed.userAgent)
            return try await subscribe(feed, to: found, choose)
        } catch CacheError.notInCache where isOffline {
            // The person went offline during the search.
            return try enqueue(feed, reason: nil)
        } catch CacheError.transport(let error)
            where isOffline && (error.cause == .offline || error.cause.isConnectionFailure)
        {
            return try enqueue(feed, reason: nil)
        } catch CacheError.transport(let error) where error.cause.isConnectionFailure && isConnectionDead {
            return try enqueue(feed, reason: error.message)
        } catch CacheError.transport(let error)
            where error.cause.isConnectionFailure || [.untrusted, .malformed].contains(error.cause)
        {
            let message = error.message + Self.adviceWithoutScheme(for: feed.feedURL)
            throw CacheError.transport(TransportError(error.cause, message))
        }
    }

    private func subscribe(
        _ feed: NewSubscription, to found: DiscoveryResult, _ choose: Choice?
    ) async throws -> SubscribeResult {
        switch found {
        case .feed(let document): return try await add(feed, document)
        case .named(let candidates, let page):
            let single = candidates.count == 1 ? candidates[0] : nil
            guard let chosen = try await single == nil ? choose?(candidates) : single else {
                return .choose(candidates)
            }
            if let known = try store.subscription(feedURL: chosen.url) { return .known(known.id) }
            var document = try await self.feed(at: chosen.url, as: feed.userAgent)
            if document == nil, single != nil {
                document = await feedAtCommonLocation(except: page, as: feed.userAgent)
            }
            let shown = ShownAddress.of(chosen.url)
            guard let document else { return .noFeed("the page names \(shown), which is not a feed") }
            return try await add(feed, document)
        case .other(.since(let url, _)): return .server(url: url)
        case .other(.refused(_, let words, _)): return .noFeed("the server answered \(words)")
        case .other(.wantsCredentials(let host)): return .wantsCredentials(host: host)
        // The person went offline before the search reached the usual addresses.
        case .other(.none) where isOffline: return try enqueue(feed, reason: nil)
        case .other(.none), .other(.feed), .other(.candidates): return .noFeed("the page names no feed")
        }
    }

    /// Adds the feed and applies the document as its first visit.
    private func add(_ feed: NewSubscription, _ document: FoundDocument) async throws -> SubscribeResult {
        let (typed, feed) = (feed.feedURL, feed.at(document.url))
        if let known = try localFeed(withOtherPasswordThan: feed.feedURL) {
            // The server has just accepted this password.
            _ = try store.changeFeedURL(feed.feedURL, of: known)
        }
        let (id, visitor) = try addForFirstVisit(feed)
        guard let visitor else { return .known(id) }
        var visit = await visitor.apply(document.reply, parsed: document.feed, policy: document.policy)
        await visitor.fillGap(&visit)
        return try finish(visit, of: feed, typed: typed)
    }

    /// Returns the feed at this address with another password of the same user; nil if there is none, or its account
    /// has it.
    private func localFeed(withOtherPasswordThan url: String) throws -> SubscriptionID? {
        let shown = ShownAddress.of(url)
        guard shown != url else { return nil }
        let user = ShownAddress.authority(of: url)?.prefix { $0 != ":" }
        let known = try store.subscriptions().first {
            $0.shownAddress == shown && ShownAddress.authority(of: $0.feedURL)?.prefix { $0 != ":" } == user
        }
        guard let known, try store.account(of: known.id) == nil else { return nil }
        return known.id
    }

    /// Adds a file that is a feed, and reads it.
    private func addFile(_ feed: NewSubscription, at url: String) async throws -> SubscribeResult {
        let limit = settings.feedBytes
        let bytes = try LocalFeed.file(at: url).document(limit: limit)
        let feedInFile = try? await parsing.run { try FeedParser.parse(bytes, url: url, contentType: nil) }
        guard feedInFile != nil else { return .noFeed("the file is not a feed") }
        let (typed, feed) = (feed.feedURL, feed.at(url))
        let (id, visitor) = try addForFirstVisit(feed)
        guard let visitor else { return .known(id) }
        return try finish(await visitor.visit(), of: feed, typed: typed)
    }

    /// Adds the feed. Returns the visitor of its first visit; nil if the library has the feed.
    private func addForFirstVisit(_ feed: NewSubscription) throws -> (id: SubscriptionID, visitor: FeedVisitor?) {
        let (id, isNew) = try store.add(feed)
        guard isNew, let subscription = try store.subscription(id) else { return (id, nil) }
        let plan = PlannedVisit(subscription, PollingState(subscription: id))
        return (id, FeedVisitor(plan, context: visitContext, reason: .insisted))
    }

    /// Stores the state that the first visit returns, and reports the result.
    private func finish(_ visit: FeedVisit, of feed: NewSubscription, typed: String) throws -> SubscribeResult {
        if let state = visit.unsavedState { try store.record([state]) }
        network.saveTraffic()
        guard let added = try store.subscription(visit.subscription) else { return .known(visit.subscription) }
        var problem: FeedProblem?
        if case .failed(let found) = visit.result { problem = found }
        let isTyped = Self.addresses(for: typed)[0] == feed.feedURL
        return .subscribed(
            AddedFeed(
                id: added.id, title: added.title, articles: added.articleCount,
                otherAddress: isTyped ? nil : added.shownAddress, problem: problem))
    }

    /// Subscribes without checking the address, which is fetched once there is a network. If it turns out to be a
    /// page, the first feed that the page names replaces it.
    func subscribeWithoutFetching(_ feed: NewSubscription) throws -> (id: SubscriptionID, isNew: Bool) {
        let added = try store.add(feed.at(Self.feedAddresses(for: feed.feedURL)[0]))
        if added.isNew { _ = try fetchOnceConnected(.feed(added.id), typed: feed.feedURL) }
        return added
    }

    private func enqueue(_ feed: NewSubscription, reason: String?) throws -> SubscribeResult {
        // A password that may be wrong does not replace a password that worked.
        guard try localFeed(withOtherPasswordThan: Self.checkedAddresses(for: feed.feedURL)[0]) == nil else {
            return .noFeed("the server must check the new password: add the feed again once there is a network")
        }
        let (id, isNew) = try subscribeWithoutFetching(feed)
        guard try !isNew || store.queue().contains(where: { $0.fetch == .feed(id) }) else {
            return .notQueued(id, reason: reason)
        }
        return .queued(id, isNew: isNew, reason: reason)
    }

    /// True if this process or another found that nothing can be reached.
    private var isConnectionDead: Bool {
        if case .unreachable = connectivity { return true }
        return (try? Self.unreachable(in: store)) != nil
    }
}

extension NewSubscription {
    fileprivate func at(_ url: String) -> NewSubscription {
        var other = self
        other.feedURL = url
        return other
    }
}
