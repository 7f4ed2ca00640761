import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// A feed and its fetched document, so that it is not fetched or parsed again.
struct FoundDocument: Sendable {
    /// The address to subscribe to: the end of the permanent redirects (RFC 9110 §15.4.2, §15.4.9).
    let url: String
    let policy: CachePolicy
    let reply: CachedReply
    let feed: ParsedFeed

    fileprivate init(_ document: FetchedDocument, _ feed: ParsedFeed) {
        // The reply's own address lacks the user information that the next visit needs.
        url = document.reply.permanentTarget ?? document.asked
        policy = document.policy
        reply = document.reply
        self.feed = feed
    }
}

/// A response with its decoded body.
private struct FetchedDocument: Sendable {
    /// The address that was asked for, with its user information.
    let asked: String
    let policy: CachePolicy
    let reply: CachedReply
    let bytes: [UInt8]

    private var contentType: String? { reply.head.headerFields[.contentType] }

    /// The feeds that the page names; nil if it names none.
    var named: DiscoveryResult? {
        var candidates = FeedDiscovery.candidates(
            in: bytes, url: reply.url, contentType: contentType, links: reply.head.headerFields[values: .link])
        for index in candidates.indices { candidates[index].url = withLogin(candidates[index].url) }
        return candidates.isEmpty ? nil : .named(candidates, page: address)
    }

    /// The page that this page leads to.
    var nextPage: String? {
        FeedDiscovery.nextPage(of: bytes, url: reply.url, contentType: contentType).map(withLogin)
    }

    /// The address that answered; its own lacks the user information.
    var address: String { withLogin(reply.url) }

    /// A site that wants a login for its page wants it for its feeds.
    private func withLogin(_ url: String) -> String { CacheRequest.address(url, withLoginOf: asked) }
}

/// The result of a search for feeds, with the fetched document.
indirect enum DiscoveryResult: Sendable {
    case feed(FoundDocument)
    /// The feeds that a page names, best first, and the page's address.
    case named([FeedDiscovery.Candidate], page: String)
    case other(DiscoveredFeeds)
}

extension FeedService {
    /// Fetches an address and returns its feed, or the feeds that a page names. Without a scheme it tries https, then
    /// http unless the address contains a password.
    ///
    /// - Parameter userAgent: the feed's own; nil for the `User-Agent` of all requests.
    /// - Throws: `CacheError` if nothing can be fetched; `notInCache` while offline; `CredentialError` if the secret
    ///   for this address cannot be read.
    func discover(_ address: String, as userAgent: String? = nil) async throws -> DiscoveredFeeds {
        switch try await search(address, as: userAgent) {
        case .feed(let found):
            network.record(found.reply, for: "add", found.policy)
            network.saveTraffic()
            return .feed(url: found.url, title: found.feed.title)
        case .named(let candidates, _): return .candidates(candidates)
        case .other(let found): return found
        }
    }

    /// Searches as `discover` does, but does not count a feed's reply: the first visit counts it.
    func search(_ address: String, as userAgent: String?) async throws -> DiscoveryResult {
        let addresses = try Self.feedAddresses(for: address)
        let document = try await firstDocument(of: addresses, as: userAgent)
        let reply = document.reply
        let content = await read(document)
        if case .feed(let feed) = content { return .feed(FoundDocument(document, feed)) }
        record(document)
        if reply.head.status.code == 401 {
            await settings.keyring.forget(addresses[0])
            return .other(.wantsCredentials(host: ShownAddress.host(of: reply.url)))
        }
        if case .since(let title) = content { return .other(.since(url: addresses[0], title: title)) }
        let status = reply.head.status
        // A person who asks for one document does not want another one in place of an error.
        guard status.bringsDocument else {
            let isLost = status.kind == .redirection && status.code != 304
            let lead = isLost ? ", which leads to no web address" : ""
            let until = reply.requestedPause(at: settings.now())?.end
            return .other(.refused(code: status.code, words: status.line + lead, until: until))
        }
        if let named = document.named { return named }
        if let next = document.nextPage, let page = try? await self.document(next, as: userAgent) {
            if let found = await feeds(in: page) { return found }
            guard !wantsPause(page.reply) else { return .other(.none) }
        }
        guard !wantsPause(reply), let found = await feedAtCommonLocation(except: document.address, as: userAgent) else {
            return .other(.none)
        }
        return .feed(found)
    }

    /// Returns the feed that a document is, or those that it names; nil if there is none.
    private func feeds(in document: FetchedDocument) async -> DiscoveryResult? {
        if let found = await feed(in: document) { return .feed(found) }
        record(document)
        return document.reply.head.status.bringsDocument ? document.named : nil
    }

    /// Returns the feed at an address, without a search for others; nil if there is none.
    func feed(at address: String, as userAgent: String?) async throws -> FoundDocument? {
        let document = try await document(address, as: userAgent)
        if let found = await feed(in: document) { return found }
        record(document)
        return nil
    }

    /// Tries the usual paths of feeds on the page's site, until the server asks for a pause.
    func feedAtCommonLocation(except page: String, as userAgent: String?) async -> FoundDocument? {
        for candidate in FeedDiscovery.commonLocations(for: page) {
            guard let document = try? await document(candidate.url, as: userAgent) else { continue }
            if let found = await feed(in: document) { return found }
            record(document)
            guard !wantsPause(document.reply) else { return nil }
        }
        return nil
    }

    /// True if the server asks for a pause, so that no further paths are tried.
    private func wantsPause(_ reply: CachedReply) -> Bool {
        reply.requestedPause(at: settings.now())?.isForServer ?? false
    }

    private indirect enum Content: Sendable {
        case feed(ParsedFeed)
        /// A since-id server's page, with its title.
        case since(String)
        case other
    }

    /// Reads a document once, on the threads for parsing: each reading of a large one takes much memory.
    private func read(_ document: FetchedDocument) async -> Content {
        let bytes = document.bytes
        let contentType = document.reply.head.headerFields[.contentType]
        let url = document.reply.url
        let isFeed = document.reply.head.status.bringsDocument
        let content = try? await parsing.run { () throws -> Content in
            if let page = SinceDocument.shown(in: bytes, contentType: contentType) { return .since(page.title) }
            guard isFeed else { return .other }
            return .feed(try FeedParser.parse(bytes, url: url, contentType: contentType))
        }
        return content ?? .other
    }

    private func feed(in document: FetchedDocument) async -> FoundDocument? {
        guard case .feed(let feed) = await read(document) else { return nil }
        return FoundDocument(document, feed)
    }

    /// Returns the first document that arrives; without one, throws the error of the first address.
    private func firstDocument(of addresses: [String], as userAgent: String?) async throws -> FetchedDocument {
        do {
            return try await document(addresses[0], as: userAgent)
        } catch {
            for address in addresses.dropFirst() {
                if let found = try? await document(address, as: userAgent) { return found }
            }
            throw error
        }
    }

    private func document(_ url: String, as userAgent: String?) async throws -> FetchedDocument {
        let isOffline = isOffline
        let credentials = isOffline ? RequestCredentials() : try await settings.keyring.credentials(for: url)
        var request = FeedRequest.make(
            url: url, settings: settings, credentials: credentials, userAgent: userAgent)
        request.limits.totalTimeout = settings.pageTimeout
        let policy: CachePolicy = isOffline ? .returnCacheDataDontLoad : .useProtocolCachePolicy
        do throws(CacheError) {
            let reply = try await network.client.response(for: request, policy: policy)
            let bytes = try await reply.decodedBody(limit: settings.feedBytes)
            return FetchedDocument(asked: request.address ?? url, policy: policy, reply: reply, bytes: bytes)
        } catch {
            network.record(.cache(error), for: "add", policy, asked: url)
            network.saveTraffic()
            throw error
        }
    }

    private func record(_ document: FetchedDocument) {
        network.record(document.reply, for: "add", document.policy)
        network.saveTraffic()
    }
}
