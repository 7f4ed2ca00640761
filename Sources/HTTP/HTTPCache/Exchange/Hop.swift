internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// One request of a redirect chain: it decides, replies from the store, or asks the origin.
///
/// A class, since each suspended function of a request holds it.
final class Hop: Sendable {
    let client: CachingClient
    let request: CacheRequest
    let policy: CachePolicy
    let address: HTTPAddress
    let key: CacheKey
    let properties: RequestProperties

    var cache: ResponseCache { client.cache }
    var now: Double { client.settings.now() }

    init(_ client: CachingClient, _ request: CacheRequest, _ policy: CachePolicy) throws(CacheError) {
        guard let address = HTTPAddress(request.url) else { throw .invalidURL(request.url) }
        self.client = client
        self.request = request
        self.policy = policy
        self.address = address
        key = request.key(at: address)
        properties = RequestProperties(request, client.settings)
    }

    /// Another request for the same response as `hop`.
    private init(_ hop: Hop, _ request: CacheRequest) {
        client = hop.client
        self.request = request
        policy = hop.policy
        address = hop.address
        key = hop.key
        properties = RequestProperties(request, hop.client.settings)
    }

    /// True if the other request of the chain was the same one. The method counts, since a POST may be redirected to a GET
    /// of its own address.
    func repeats(_ other: Hop) -> Bool {
        address.text == other.address.text && request.method == other.request.method
    }

    private enum Step {
        case reply(CachedReply)
        case forward(Hop, ForwardedRequest)
    }

    nonisolated(nonsending) func reply() async throws(CacheError) -> CachedReply {
        guard request.isCacheable else { return try await passOn() }
        switch try step() {
        case .reply(let reply): return reply
        case .forward(let hop, let forwarded): return try await hop.sharedFetch(forwarded).reply
        }
    }

    /// Replies from the store, or decides what to ask the origin. It does not suspend: its variables need no memory
    /// while the origin is asked.
    ///
    /// - Parameter found: the stored responses, if they have been read already.
    private func step(_ found: VariantSelection? = nil) throws(CacheError) -> Step {
        var found = found
        while true {
            let now = now
            let selection = found ?? cache.select(key, request.fields, wantsBody: request.readsBodyAtOnce)
            found = nil
            if let hop = withOwnConditions(selection) {
                return try hop.step(selection.matched(to: hop.request.fields))
            }
            switch decision(selection, now) {
            case .serve(let stored):
                guard let reply = served(stored, selection, now: now) else { continue }
                return .reply(reply)
            case .serveAndRevalidate(let stored):
                guard let reply = servedStale(stored, selection, now: now) else { continue }
                return .reply(reply)
            case .revalidate(let stored):
                // A lost body is detected before its response is validated.
                guard !request.readsBodyAtOnce || cache.body(of: stored, in: selection) != nil else { continue }
                return .forward(self, validating(stored, selection, now))
            case .complete(let fragment):
                guard cache.body(of: fragment, in: selection) != nil else { continue }
                return .forward(self, ForwardedRequest(self, selection, completing: fragment))
            case .fetch(let reason):
                return .forward(self, ForwardedRequest(self, selection, validating: nil, reason))
            case .notInCache: throw .notInCache(url: address.textWithoutUserInfo)
            case .gatewayTimeout: return .reply(gatewayTimeout(detail: "only-if-cached"))
            }
        }
    }

    /// Serves a stale response at once and validates it in the background (RFC 5861 §3); nil if its body is lost.
    private func servedStale(_ stored: StoredResponse, _ selection: VariantSelection, now: Double) -> CachedReply? {
        let handling = CacheStatus(outcome: .hit, detail: "stale-while-revalidate")
        guard let reply = served(stored, selection, now: now, handling: handling) else { return nil }
        let hop = inBackground(stored)
        client.background.revalidate(hop, ForwardedRequest(hop, selection, validating: stored, .stale))
        return reply
    }

    /// Returns a reply as `reply` does, but without a transport: for the policy that forbids requests.
    func storedReply(isUse: Bool) throws(CacheError) -> CachedReply {
        while request.isCacheable, case let (now, selection) = (now, cache.select(key, request.fields)),
            case .serve(let stored) = decision(selection, now)
        {
            if let reply = served(stored, selection, now: now, isUse: isUse) { return reply }
        }
        throw .notInCache(url: address.textWithoutUserInfo)
    }

    /// Returns the same request with the conditions about the caller's own copy; nil if there are none.
    private func withOwnConditions(_ selection: VariantSelection) -> Hop? {
        let stored = selection.decided.flatMap { $0.fragment == nil ? $0 : nil }
        guard let conditions = request.ownConditions?(stored?.head), !conditions.isEmpty else { return nil }
        var request = request
        request.fields.append(contentsOf: conditions)
        request.ownConditions = nil
        return Hop(self, request)
    }

    private func decision(_ selection: VariantSelection, _ now: Double) -> CacheDecision {
        CacheDecision.decide(
            properties, stored: selection.best, isSelected: selection.isDecided, hasVariants: !selection.all.isEmpty,
            policy: policy, now: now)
    }

    /// Returns the request that validates a stored response. If the response is still usable, the reason is the request
    /// itself (RFC 9211 §2.2).
    private func validating(
        _ stored: StoredResponse, _ selection: VariantSelection, _ now: Double
    ) -> ForwardedRequest {
        let wouldDo =
            selection.isDecided && !stored.freshness.directives.noCache
            && stored.isFresh(now, properties.heuristicLimit)
        return ForwardedRequest(self, selection, validating: stored, wouldDo ? .request : .stale)
    }

    /// True if other callers may share the response: it answers a GET, or a POST that counts as a query, for a whole body
    /// that no condition, directive (§5.2.1) or reload of this caller affects.
    private func mayCollapse(_ forwarded: ForwardedRequest) -> Bool {
        request.isCacheable && request.method != .head && policy != .reloadIgnoringLocalCacheData
            && policy != .reloadIgnoringLocalAndRemoteCacheData && properties.directives == CacheControl()
            && !forwarded.isFromCaller
            && !request.fields.contains(.range) && !request.streamsBody
    }

    private var flightKey: Flights.Key {
        Flights.Key(
            entry: key, credentials: request.fields.filter { request.isCredential($0.name) },
            revalidates: policy == .reloadRevalidatingCacheData, hasHook: request.willCache != nil)
    }

    /// One fetch for all concurrent callers that want the same response.
    private nonisolated(nonsending) func sharedFetch(
        _ forwarded: ForwardedRequest
    ) async throws(CacheError) -> Fetched {
        guard mayCollapse(forwarded) else { return try await fetch(forwarded) }
        let arrival = await client.flights.join(flightKey, request.fields, request.limits) {
            await self.result(forwarded, $0)
        }
        switch arrival {
        case .own(let result):
            return try result.get()
        case .others(.success(let fetched), _):
            if let shared = fetched.shared, Vary.match(shared.stored, request.fields) == .matches {
                return Fetched(reply: collapsed(shared, fetched), shared: nil)
            }
            return try await fetch(forwarded)
        case .others(.failure(let error), let limits):
            guard mayRetry(after: error, limits) else { throw error }
            return try await fetch(forwarded)
        case .released:
            return try await fetch(forwarded)
        case .cancelled:
            throw .transport(TransportError(.cancelled, "cancelled: \(ShownAddress.inMessage(address.text))"))
        }
    }
}

extension Hop {
    /// True if another caller's fetch failed for a reason that need not apply here: all its callers were cancelled, but
    /// this one was not, or it reached a limit that this request may not have.
    ///
    /// - Parameter limits: the limits of that fetch.
    private func mayRetry(after error: CacheError, _ limits: TransferLimits) -> Bool {
        guard case .transport(let reason) = error else { return false }
        return switch reason.cause {
        case .cancelled: !Task.isCancelled
        case .tooLarge, .tooSlow, .stalled: limits != request.limits
        case .offline, .nameResolution, .connection, .untrusted, .brokenOff, .malformed, .badRequest: false
        }
    }
}

// MARK: - In the background

extension Hop {
    /// Returns the request that revalidates the stored response after this one was answered with it. Nobody reads its
    /// body, so it is read and stored at once; and it validates the stored response, not the caller's own copy. It does
    /// not request a range if a complete response is stored, which a part of a new version would replace.
    fileprivate func inBackground(_ stored: StoredResponse) -> Hop {
        var request = request
        request.streamsBody = false
        request.fields[.ifNoneMatch] = nil
        request.fields[.ifModifiedSince] = nil
        if stored.fragment == nil {
            request.fields[.range] = nil
            request.fields[.ifRange] = nil
        }
        return Hop(self, request)
    }

    /// Sends one request to the origin; later callers find the response in the store.
    func revalidate(_ forwarded: ForwardedRequest) async {
        guard mayCollapse(forwarded) else {
            _ = try? await fetch(forwarded)
            return
        }
        _ = await client.flights.join(flightKey, request.fields, request.limits) { await self.result(forwarded, $0) }
    }

    private func result(_ forwarded: ForwardedRequest, _ flight: Flights.Control) async -> Flights.Outcome {
        var forwarded = forwarded
        forwarded.flight = flight
        let sent = forwarded
        return await Flights.result { () throws(CacheError) in try await fetch(sent) }
    }
}

extension RequestProperties {
    fileprivate init(_ request: CacheRequest, _ settings: CacheSettings) {
        let heuristics = request.heuristics ?? settings.heuristics
        self.init(
            method: request.method, fields: request.fields, heuristicLimit: heuristics ? settings.heuristicLimit : nil)
    }
}
