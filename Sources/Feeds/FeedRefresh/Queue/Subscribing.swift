package import ArticleStorage
package import FeedModel
package import FeedParsing
import HTTPCache
import HTTPTransport
import HTTPTypes

/// What lies at an address that a person wants to subscribe to.
package enum DiscoveredFeeds: Sendable {
    /// The address is a feed's. What was fetched is in the cache, so the first visit costs nothing.
    case feed(url: String, title: String?)
    /// A JSON Feed that shows `_since`: a server that reads feeds for its clients, for `addAccount`.
    case since(url: String, title: String)
    /// A page that names these, best first.
    case candidates([FeedDiscovery.Candidate])
    /// A page that names none, and none lies in the usual places.
    case none
    /// The server answered something else than a document, in its own words: `410 Gone`.
    case refused(String)
    /// The server of this host shows nothing without credentials (401).
    case wantsCredentials(host: String)
}

extension FeedService {
    /// Looks at an address: a feed, or a page with feeds. An address without a scheme means https.
    /// - Throws: `CacheError` where nothing can be fetched; `notInCache` while offline; `CredentialError` where the secret
    ///   for this address cannot be had.
    package func discover(_ address: String) async throws -> DiscoveredFeeds {
        let url = Self.completed(address)
        let (bytes, reply) = try await document(url)
        if reply.head.status.code == 401 {
            await settings.keyring.forget(url)
            return .wantsCredentials(host: FeedVisitor.host(of: reply.url))
        }
        let contentType = reply.head.headerFields[.contentType]
        if let page = SinceDocument.shown(in: bytes, contentType: contentType) {
            return .since(url: url, title: page.title)
        }
        if let feed = try? await parsing.run({ try FeedParser.parse(bytes, url: reply.url, contentType: contentType) })
        {
            return .feed(url: url, title: feed.title)
        }
        let named = FeedDiscovery.candidates(in: bytes, url: reply.url, contentType: contentType)
        guard named.isEmpty else { return .candidates(named) }
        for place in FeedDiscovery.usualPlaces(for: reply.url) {
            guard let (bytes, reply) = try? await document(place.url), reply.head.status.code == 200 else { continue }
            if let feed = try? await parsing.run({ try FeedParser.parse(bytes, url: place.url) }) {
                return .feed(url: place.url, title: feed.title)
            }
        }
        let status = reply.head.status
        return status.code == 200 ? .none : .refused("\(status.code) \(status.reasonPhrase)")
    }

    /// Subscribes without a look at what lies at the address; it is fetched when there is a network, and where it turns out to
    /// be a page that names feeds, the first of them takes its place.
    package func subscribeUnseen(_ feed: NewSubscription) throws -> (id: SubscriptionID, isNew: Bool) {
        var feed = feed
        feed.feedURL = Self.completed(feed.feedURL)
        let added = try store.add(feed)
        if added.isNew { _ = try fetchWhenBack(.feed(added.id)) }
        return added
    }

    private func document(_ url: String) async throws -> (bytes: [UInt8], reply: CachedReply) {
        let state = PollingState(subscription: SubscriptionID(rawValue: 0))
        let isOffline = isOffline
        let authorization = isOffline ? nil : try await settings.keyring.authorization(for: url)
        var request = FeedRequest.make(
            url: url, state: state, settings: settings, authorization: authorization)
        request.limits.totalTimeout = settings.pageTimeout
        let policy: CachePolicy = isOffline ? .returnCacheDataDontLoad : .useProtocolCachePolicy
        let reply = try await client.response(for: request, policy: policy)
        count(Traffic(reply))
        saveTraffic()
        return (try await reply.decodedBody(limit: settings.feedBytes), reply)
    }

    static func completed(_ address: String) -> String {
        address.contains("://") ? address : "https://" + address
    }
}
