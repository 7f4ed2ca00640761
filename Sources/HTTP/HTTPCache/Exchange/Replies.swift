internal import HTTPTransport
internal import HTTPTypes

/// Replies from stored responses.
extension Hop {
    /// Returns the reply from the store, reduced to the range or 304 that the request asks for; nil if the body is
    /// lost.
    ///
    /// - Parameter own: fields that are not stored, for this reply only.
    func served(
        _ stored: StoredResponse, _ selection: VariantSelection? = nil, now: Double,
        source: CachedReply.Source = .cache, own: HTTPFields = HTTPFields(),
        handling: CacheStatus = CacheStatus(outcome: .hit), isUse: Bool = true
    ) -> CachedReply? {
        let age = stored.freshness.age(at: now)
        let lifetime = stored.freshness.lifetime(heuristicLimit: properties.heuristicLimit)
        var status = handling
        if age < CacheControl.maximumDelta { status.timeToLive = lifetime - age }
        guard case (var head, let content)? = message(stored, selection, now: now) else { return nil }
        let known = head.headerFields
        for field in own where !known.contains(field.name) { head.headerFields.append(field) }
        // §5.1: an Age means that the origin has not confirmed the response for this request; another cache may have.
        if source == .cache || known.contains(.age) { head.headerFields[.age] = String(age) }
        if isUse { cache.count(Tally(hits: 1, savedBytes: stored.bodyBytes)) }
        return CachedReply(
            to: self, head: head, source: source, freshness: .init(age: age, lifetime: lifetime), content: content,
            handling: status, bodyDigest: stored.digest, userInfo: stored.userInfo)
    }

    /// RFC 9110 §15.4.5: a 304 carries the fields that guide caches, and none that describe the missing body.
    private static let omittedFromNotModified: [HTTPField.Name] = [
        .contentLength, .contentEncoding, .contentRange, .contentType, .contentLanguage, .contentDigest,
    ]

    private func message(_ stored: StoredResponse, _ selection: VariantSelection?, now: Double) -> (
        HTTPResponse, CachedReply.Content
    )? {
        let isSuccess = StatusCodes.successful.contains(stored.status)
        let mayBeConditional = request.method == .get || request.method == .head
        if isSuccess, mayBeConditional, Validation.isNotModified(request.fields, stored, now: now) {
            var fields = stored.fields
            for name in Self.omittedFromNotModified { fields[name] = nil }
            return (HTTPResponse(status: .notModified, headerFields: fields), .bytes([]))
        }
        if request.method == .head { return (stored.head, .bytes([])) }
        if isSuccess, let range = properties.range, Validation.ifRangeHolds(request.fields[.ifRange], stored) {
            return partialMessage(stored, selection, range)
        }
        let cache = cache
        if request.readsBodyAtOnce {
            return cache.body(of: stored, in: selection).map { (stored.head, .bytes($0)) }
        }
        let url = address.textWithoutUserInfo
        return (
            stored.head,
            .stored { () throws(CacheError) in
                guard let body = cache.body(of: stored, in: selection) else { throw .bodyLost(url: url) }
                return body
            }
        )
    }

    private func partialMessage(
        _ stored: StoredResponse, _ selection: VariantSelection?, _ range: ByteRange
    ) -> (HTTPResponse, CachedReply.Content)? {
        guard let body = cache.body(of: stored, in: selection) else { return nil }
        switch PartialContent.reply(range, from: stored) {
        case .part(let part, let first, let total):
            let head = PartialContent.head(stored, first: first, count: part.count, total: total)
            return (head, .bytes(Array(body[part])))
        case .unsatisfiable(let total):
            let head = HTTPResponse(status: .rangeNotSatisfiable, headerFields: [.contentRange: "bytes */\(total)"])
            return (head, .bytes([]))
        case .missing:
            return nil
        }
    }

    /// Returns the reply to a caller that shares another caller's fetch.
    func collapsed(_ shared: Fetched.Shared, _ fetched: Fetched) -> CachedReply {
        var handling = fetched.reply.handling
        handling.isCollapsed = true
        return CachedReply(
            to: self, head: shared.stored.head, source: fetched.reply.source, freshness: fetched.reply.freshness,
            content: .bytes(shared.body), handling: handling, bodyDigest: shared.stored.digest,
            userInfo: shared.stored.userInfo)
    }

    /// Returns the 504 of a cache that may neither reply nor forward (§5.2.1.7), or whose origin is unreachable and had
    /// to confirm the stored response (§5.2.2.2, §5.2.2.4).
    ///
    /// - Parameter forward: the reason for the request to the origin; nil if there was none (RFC 9211 §2.2).
    func gatewayTimeout(
        detail: String, forward: CacheStatus.Forward? = nil, failure: TransportError? = nil
    ) -> CachedReply {
        let head = HTTPResponse(status: .gatewayTimeout, headerFields: [.contentLength: "0"])
        let outcome = forward.map { CacheStatus.Outcome.forwarded($0, status: nil) } ?? .refused
        var reply = CachedReply(
            to: self, head: head, source: .cache, freshness: .init(age: 0, lifetime: 0), content: .bytes([]),
            handling: CacheStatus(outcome: outcome, detail: detail))
        reply.failure = failure
        return reply
    }
}

extension CachedReply {
    /// Creates the reply to the request of a hop.
    init(
        to hop: Hop, head: HTTPResponse, source: Source, freshness: FreshnessInformation, content: Content,
        handling: CacheStatus, bodyDigest: BodyDigest? = nil, userInfo: [String: String] = [:]
    ) {
        self.init(
            head: head, url: hop.address.textWithoutUserInfo, source: source, freshness: freshness,
            bodyDigest: bodyDigest, userInfo: userInfo, key: hop.key, cache: hop.cache, content: content,
            decodedBodyBytes: hop.request.decodedBodyBytes, handling: handling, cacheName: hop.client.settings.name)
    }
}
