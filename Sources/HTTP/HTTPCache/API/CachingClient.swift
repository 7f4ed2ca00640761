public import HTTPTransport

/// An HTTP client with a cache: it answers each request from the cache, the network or both, as the request's policy
/// says.
public struct CachingClient: Sendable {
    /// The stored responses, which other clients may share.
    public let cache: ResponseCache
    /// Settings for all requests.
    public let settings: CacheSettings
    let transport: any Transport
    let flights = Flights()
    let background = BackgroundWork()

    /// Creates a client for a store and a transport; several clients may share either.
    public init(cache: ResponseCache, transport: any Transport, settings: CacheSettings = CacheSettings()) {
        self.cache = cache
        self.transport = transport
        self.settings = settings
    }

    /// Answers a request as its policy says. If the request follows redirects, each one is a separate cached request.
    ///
    /// A reply with a body to store is delivered once the body is complete; any other one as soon as its head has
    /// arrived.
    ///
    /// - Throws: `invalidURL`, `notInCache` under `returnCacheDataDontLoad`, `tooManyRedirects`, `transport` if the
    ///   exchange fails and no stored response may replace it. An error status is a reply.
    public nonisolated(nonsending) func response(
        for request: CacheRequest, policy: CachePolicy = .useProtocolCachePolicy
    ) async throws(CacheError) -> CachedReply {
        var hop = try Hop(self, request, policy)
        var earlier: [Hop] = []
        var redirects: [CachedReply.Redirect] = []
        var receipts: [TransferReceipt] = []
        while true {
            var reply = try await hop.reply()
            reply.redirects = redirects
            reply.receipts = receipts + reply.receipts
            guard request.followsRedirects, let next = try Redirection.next(after: reply, hop) else { return reply }
            redirects.append(next.redirect)
            earlier.append(hop)
            // RFC 9110 §15.4: a client intervenes in cyclical redirections. Ten more requests would end in the same way.
            guard redirects.count <= settings.redirectLimit, !earlier.contains(where: next.hop.repeats) else {
                throw .tooManyRedirects(url: request.url)
            }
            receipts = reply.receipts
            hop = next.hop
        }
    }

    /// Returns the stored response, of any age, without suspending; nil if nothing is stored. Never uses the transport.
    ///
    /// - Parameters:
    ///   - request: the request whose stored response is wanted.
    ///   - isUse: false if the read must not count as a hit.
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

    /// Waits for background revalidations (`stale-while-revalidate`).
    public func finishBackgroundWork() async {
        await background.finish()
    }
}
