public import HTTPTransport
internal import HTTPTypes

/// An HTTP client that keeps what it gets: each request is answered from the cache, the network, or both, as its policy says.
public struct CachingClient: Sendable {
    /// The store that it answers from.
    public let cache: ResponseCache
    /// Settings for all its requests.
    public let settings: CacheSettings
    let transport: any Transport
    let flights = Flights()
    let background = BackgroundWork()

    /// A client above a store and a transport; several clients may share either.
    public init(cache: ResponseCache, transport: any Transport, settings: CacheSettings = CacheSettings()) {
        self.cache = cache
        self.transport = transport
        self.settings = settings
    }

    /// The answer to a request under a policy, redirects followed where the request asks for it: one cached request a hop.
    ///
    /// A reply whose body is to be stored comes once the body is there; any other as soon as its head is.
    public nonisolated(nonsending) func response(
        for request: CacheRequest, policy: CachePolicy = .useProtocolCachePolicy
    ) async throws(CacheError) -> CachedReply {
        var hop = try Hop(self, request, policy)
        var redirects: [CachedReply.Redirect] = []
        var receipts: [TransferReceipt] = []
        while true {
            var reply = try await hop.reply()
            reply.redirects = redirects
            reply.receipts = receipts + reply.receipts
            guard request.followsRedirects, let next = try Redirection.next(after: reply, hop) else { return reply }
            redirects.append(next.redirect)
            guard redirects.count <= settings.redirectLimit else { throw .tooManyRedirects(url: request.url) }
            receipts = reply.receipts
            hop = next.hop
        }
    }

    /// The stored answer, whatever its age, without a suspension; nil where nothing is stored. Never touches the transport.
    ///
    /// - Parameter isUse: false for a look at what is there, which is not to be counted as a hit.
    public func storedReply(for request: CacheRequest, isUse: Bool = true) -> CachedReply? {
        guard var hop = try? Hop(self, request, .returnCacheDataDontLoad) else { return nil }
        var redirects: [CachedReply.Redirect] = []
        while redirects.count <= settings.redirectLimit {
            guard var reply = try? hop.storedReply(isUse: isUse) else { return nil }
            reply.redirects = redirects
            guard request.followsRedirects, let next = try? Redirection.next(after: reply, hop) else { return reply }
            redirects.append(next.redirect)
            hop = next.hop
        }
        return nil
    }

    /// Waits for revalidations that go on behind answers already given (`stale-while-revalidate`).
    public func finishBackgroundWork() async {
        await background.finish()
    }
}
