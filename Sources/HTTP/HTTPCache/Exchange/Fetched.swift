internal import HTTPTransport
internal import HTTPTypes

/// The result of a request to the origin.
///
/// A class, since each suspended function that returns it reserves memory for it: as a struct it took 9 KB of each
/// waiting request.
final class Fetched: Sendable {
    let reply: CachedReply
    /// Nil if the response is for one caller only.
    let shared: Shared?

    init(reply: CachedReply, shared: Shared?) {
        self.reply = reply
        self.shared = shared
    }

    /// The part that several callers may share.
    struct Shared: Sendable {
        let stored: StoredResponse
        let body: [UInt8]
    }
}

/// A response of the origin, and the times of its request and receipt.
///
/// A class, since each suspended function that handles it reserves memory for it.
final class OriginResponse: Sendable {
    let message: TransportResponse
    let requestTime: Double
    let responseTime: Double
    /// The directives in its fields, read once.
    let directives: CacheControl

    init(message: TransportResponse, requestTime: Double, responseTime: Double) {
        self.message = message
        self.requestTime = requestTime
        self.responseTime = responseTime
        directives = CacheControl(message.head.headerFields)
    }

    var fields: HTTPFields { message.head.headerFields }
    var status: Int { message.head.status.code }

    /// Age and lifetime from its own fields.
    var freshness: Freshness {
        Freshness(
            status: status, fields: fields, directives: directives, requestTime: requestTime, responseTime: responseTime
        )
    }
}

extension Hop {
    /// Sends the request and handles the response by RFC 9111 §4.3.3 and §4.3.4.
    nonisolated(nonsending) func fetch(_ forwarded: ForwardedRequest) async throws(CacheError) -> Fetched {
        let response: OriginResponse
        do throws(TransportError) {
            response = try await send(forwarded)
        } catch {
            return try failed(error, forwarded)
        }
        if response.status == 304 {
            // It has no body (RFC 9110 §15.4.5); at its end the connection is free and the receipt is final.
            _ = try? await response.message.body.collect()
            if let fetched = await confirmed(response, forwarded) { return fetched }
            guard forwarded.isConditional else { return passed(response, forwarded) }
            // The 304 is about an unknown response: repeat the request without conditions.
            return try await fetch(ForwardedRequest(unconditional: forwarded))
        }
        if StatusCodes.errors.contains(response.status), policy == .useProtocolCachePolicy,
            let stored = forwarded.stored, stored.mayServeOnError(properties, now: now),
            let reply = fallbackReply(stored, forwarded, detail: "stale-if-error", status: response.status)
        {
            return Fetched(reply: reply, shared: nil)
        }
        if let fragment = forwarded.fragment, response.status == 206 || response.status == 416 {
            if let whole = try await completed(fragment, response, forwarded) { return whole }
            return try await fetch(ForwardedRequest(unconditional: forwarded))
        }
        return try await received(response, forwarded)
    }

    /// Unsafe and unknown methods: nothing is answered from the store, and success invalidates (§4.4).
    nonisolated(nonsending) func passOn() async throws(CacheError) -> CachedReply {
        guard policy != .returnCacheDataDontLoad else { throw .notInCache(url: address.textWithoutUserInfo) }
        guard !properties.directives.onlyIfCached else { return gatewayTimeout(detail: "only-if-cached") }
        var forwarded = ForwardedRequest(self, VariantSelection([], request.fields), validating: nil, .method)
        let response: OriginResponse
        do throws(TransportError) {
            response = try await send(forwarded)
        } catch {
            throw .transport(error)
        }
        let target = CacheKey(address, request.fields)
        // Later callers must not get the response to an earlier request.
        client.flights.forget(address)
        for named in Invalidation.targets(request.method, address, response.status, response.fields) {
            cache.invalidate(named)
            client.flights.forget(named)
        }
        // After a successful reply the invalidated entries must not return, even after a crash.
        await cache.commit()
        // Its own response for GET is newer than the entries it has invalidated.
        forwarded.moment = cache.invalidations.now
        guard request.method == .post, request.storesNewResponses,
            StorageDecision.isStorableForGet(
                address: address, request: properties.directives, status: response.status, fields: response.fields,
                response: response.directives)
        else { return passed(response, forwarded).reply }
        return try await stored(response, forwarded, under: target).reply
    }

    /// Waits until the entry of a reply is in the file, if the settings require it or the writer is behind.
    nonisolated(nonsending) func commitIfRequired() async {
        if client.settings.awaitsCommit || cache.isBehind { await cache.commit() }
    }

    private nonisolated(nonsending) func send(
        _ forwarded: ForwardedRequest
    ) async throws(TransportError) -> OriginResponse {
        let requestTime = now
        let response = try await client.transport.send(transportRequest(forwarded))
        return OriginResponse(message: response, requestTime: requestTime, responseTime: now)
    }

    /// Returns the response as received: not stored, its body still arriving.
    func passed(_ response: OriginResponse, _ forwarded: ForwardedRequest) -> Fetched {
        cache.count(Tally(misses: 1))
        let content = CachedReply.Content.stream(response.message.body)
        return Fetched(reply: reply(response, forwarded, content), shared: nil)
    }

    func reply(
        _ response: OriginResponse, _ forwarded: ForwardedRequest, _ content: CachedReply.Content,
        digest: BodyDigest? = nil, isStored: Bool = false, userInfo: [String: String] = [:]
    ) -> CachedReply {
        let freshness = response.freshness
        let handling = CacheStatus(
            outcome: .forwarded(forwarded.reason, status: response.status), isStored: isStored)
        var reply = CachedReply(
            to: self, head: response.message.head, source: .network,
            freshness: .init(
                age: freshness.age(at: response.responseTime),
                lifetime: freshness.lifetime(heuristicLimit: properties.heuristicLimit)),
            content: content, handling: handling, bodyDigest: digest, userInfo: userInfo)
        reply.receipts = [response.message.receipt]
        return reply
    }

    // MARK: - When the origin is unreachable

    func failed(_ error: TransportError, _ forwarded: ForwardedRequest) throws(CacheError) -> Fetched {
        // An untrusted origin does not count as unreachable. A gateway would answer 502 in place of an invalid response,
        // and 504 in place of none or of one that takes too long (RFC 5861 §4).
        let isUnreachable = error.cause == .offline || error.cause.isConnectionFailure
        guard policy == .useProtocolCachePolicy, let stored = forwarded.stored,
            isUnreachable || error.cause == .malformed || error.cause == .tooSlow,
            stored.answers(properties)
        else { throw .transport(error) }
        if stored.mayServeOnError(properties, now: now),
            let reply = fallbackReply(stored, forwarded, detail: "stale-if-error", failure: error)
        {
            return Fetched(reply: reply, shared: nil)
        }
        if isUnreachable, client.settings.servesStaleWhenDisconnected, stored.mayServeWhenDisconnected(properties),
            let reply = fallbackReply(stored, forwarded, detail: "disconnected", failure: error)
        {
            return Fetched(reply: reply, shared: nil)
        }
        // A response that must be validated while the origin is unreachable.
        let said = stored.freshness.directives
        guard let reason = said.mustRevalidate ? "must-revalidate" : said.noCache ? "no-cache" : nil else {
            throw .transport(error)
        }
        return Fetched(
            reply: gatewayTimeout(detail: reason, forward: forwarded.reason, failure: error), shared: nil)
    }

    private func fallbackReply(
        _ stored: StoredResponse, _ forwarded: ForwardedRequest, detail: String, status: Int? = nil,
        failure: TransportError? = nil
    ) -> CachedReply? {
        let handling = CacheStatus(outcome: .forwarded(forwarded.reason, status: status), detail: detail)
        var reply = served(stored, now: now, handling: handling)
        reply?.failure = failure
        return reply
    }
}
