internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// Handles a response: stores it, updates a stored head, completes a fragment, or passes it on.
extension Hop {
    /// Handles a 304: updates the confirmed responses with its fields, and replies with the first (RFC 9111 §4.3.4).
    nonisolated(nonsending) func confirmed(_ response: OriginResponse, _ forwarded: ForwardedRequest) async -> Fetched?
    {
        let failures = cache.failedTransactions
        let confirmed = Confirmation.confirmed(
            by: response.fields, nominated: forwarded.nominated,
            matching: forwarded.selection.matching.filter { $0.fragment == nil },
            isOwnCondition: !forwarded.isFromCaller)
        guard let update = confirmed.map({ updated($0, by: response) }).first else { return nil }
        await commitIfRequired()
        if forwarded.isFromCaller { return passed(response, forwarded) }
        let handling = CacheStatus(
            outcome: .forwarded(forwarded.reason, status: 304),
            isStored: update.isKept && cache.stores(update.stored, failuresBefore: failures))
        guard
            var reply = served(
                update.stored, now: response.responseTime, source: .revalidated,
                own: StoredFields.forOneReply(response.fields, response.directives), handling: handling)
        else { return nil }
        reply.receipts = [response.message.receipt]
        // §5.2.2.5: a response with no-store must not satisfy any other request.
        guard update.isKept, Self.isShareable(update.stored.freshness), case .bytes(let body) = reply.content,
            reply.head.status.code == update.stored.status
        else { return Fetched(reply: reply, shared: nil) }
        return Fetched(reply: reply, shared: .init(stored: update.stored, body: body))
    }

    /// False if the request or the response forbids storing any part of the response.
    private func mayKeep(_ response: OriginResponse) -> Bool {
        !properties.directives.noStore
            && !StorageDecision.isForbidden(status: response.status, response: response.directives)
    }

    /// Returns the stored response with the fields of a newer response, and true if the store has the new head. If the
    /// request, the newer response or the hook forbids storing it, the store keeps the old head.
    @discardableResult
    func updated(_ old: StoredResponse, by response: OriginResponse) -> (stored: StoredResponse, isKept: Bool) {
        var fields = StoredFields.updated(
            old.fields, by: response.fields, response.directives, now: response.responseTime)
        var userInfo = old.userInfo
        var isKept = mayKeep(response)
        if let willCache = request.willCache {
            var proposed = CachedResponse(
                head: HTTPResponse(status: old.head.status, headerFields: fields), body: [], userInfo: old.userInfo,
                storagePolicy: old.isMemoryOnly ? .allowedInMemoryOnly : .allowed, isUpdate: true,
                url: address.textWithoutUserInfo)
            if willCache(&proposed), proposed.storagePolicy != .notAllowed {
                fields = proposed.head.headerFields
                userInfo = proposed.userInfo
            } else {
                isKept = false
            }
        }
        if Vary.storesSecret(fields, of: request) { isKept = false }
        // §4.1: a 304 may confirm a variant that another request selects; it remains that request's.
        let isSameVary = fields[values: .vary] == old.fields[values: .vary]
        let updated = old.with(
            fields, selecting: isSameVary ? old.selecting : Vary.selecting(fields, of: request.fields),
            requestTime: response.requestTime, responseTime: response.responseTime, userInfo: userInfo)
        if isKept { cache.update(updated) }
        return (updated, isKept)
    }

    /// Handles any other response, and stores it if allowed.
    nonisolated(nonsending) func received(
        _ response: OriginResponse, _ forwarded: ForwardedRequest
    ) async throws(CacheError) -> Fetched {
        if request.method == .head {
            headReceived(response, forwarded)
            return passed(response, forwarded)
        }
        let method = request.keyedByBody ? HTTPRequest.Method.get : request.method
        guard request.storesNewResponses, !isFailure(response, beside: forwarded.selection.superseded) else {
            return passed(response, forwarded)
        }
        guard
            StorageDecision.isStorable(
                method: method, request: properties.directives, status: response.status, fields: response.fields,
                response: response.directives)
        else {
            // The origin has a newer response that must not be stored: the stored one is outdated.
            if isReplacement(response), !properties.directives.noStore {
                let outdated = forwarded.selection.superseded
                outdated.forEach(cache.remove)
                if !outdated.isEmpty { await cache.commit() }
            }
            return passed(response, forwarded)
        }
        return try await stored(response, forwarded, under: key)
    }

    /// RFC 9111 §4.3.5: a HEAD may freshen what GET has stored, or show that it has changed.
    private func headReceived(_ response: OriginResponse, _ forwarded: ForwardedRequest) {
        guard response.status == 200 else { return }
        for old in forwarded.selection.matching {
            let length = old.fragment.map(\.total) ?? old.bodyBytes
            let isSame =
                StatusCodes.successful.contains(old.status)
                && [HTTPField.Name.eTag, .lastModified, .contentLength].allSatisfy { name in
                    guard let new = response.fields.first(name) else { return true }
                    return name == .contentLength ? Int(new) == length : new == old.fields.first(name)
                }
            if isSame { updated(old, by: response) } else { outdate([old]) }
        }
    }

    /// Marks stored responses stale because the origin has changed them. They remain available to a caller without a
    /// network, and the next 304 for one makes it fresh again.
    private func outdate(_ stored: [StoredResponse]) {
        for old in stored {
            var fields = old.fields
            fields[.age] = String(CacheControl.maximumDelta)
            cache.update(
                old.with(
                    fields, selecting: old.selecting, requestTime: old.requestTime, responseTime: old.responseTime,
                    userInfo: old.userInfo))
        }
    }

    /// Marks stored responses stale that this complete response replaces, although it is too large to be stored. Parts
    /// with its strong tag are of the same version.
    private func outdateReplaced(by response: OriginResponse, _ forwarded: ForwardedRequest) {
        guard isReplacement(response) else { return }
        let tag = Validation.strongTag(response.fields)
        outdate(forwarded.selection.superseded.filter { tag == nil || Validation.strongTag($0.fields) != tag })
    }

    /// True for a server error if a stored response is not a server error, and so stays in use (`CacheUpdate.failed`).
    private func isFailure(_ response: OriginResponse, beside stored: [StoredResponse]) -> Bool {
        response.message.head.status.kind == .serverError && stored.contains { $0.head.status.kind != .serverError }
    }

    /// True if the stored responses that the request selects are older than this complete response.
    private func isReplacement(_ response: OriginResponse) -> Bool {
        (200..<300).contains(response.status) && response.status != 206
    }

    /// Reads and stores the body, unless it is too large: then it streams to the caller.
    nonisolated(nonsending) func stored(
        _ response: OriginResponse, _ forwarded: ForwardedRequest, under key: CacheKey
    ) async throws(CacheError) -> Fetched {
        // No caller reads the body of a followed redirect to its end.
        if request.streamsBody, !isFollowed(response) { return storedAtItsEnd(response, forwarded, under: key) }
        announce(response, forwarded)
        let buffered: BufferedBody
        do throws(TransportError) {
            buffered = try await BufferedBody.read(response.message, limit: client.settings.storedBodyBytes)
        } catch {
            return try brokenOff(error, response, forwarded)
        }
        guard case .whole(let body) = buffered else {
            guard case .streaming(let rest) = buffered else { return passed(response, forwarded) }
            outdateReplaced(by: response, forwarded)
            cache.count(Tally(misses: 1))
            return Fetched(reply: reply(response, forwarded, .stream(rest)), shared: nil)
        }
        cache.count(Tally(misses: 1))
        let digest = BodyDigest(of: body)
        let failures = cache.failedTransactions
        let kept = keep(response, body, digest, forwarded, under: key)
        if kept != nil { await commitIfRequired() }
        let reply = reply(
            response, forwarded, .bytes(body), digest: digest,
            isStored: kept.map { cache.stores($0, failuresBefore: failures) } ?? false, userInfo: kept?.userInfo ?? [:])
        guard let kept, isShareable(kept, digest) else { return Fetched(reply: reply, shared: nil) }
        return Fetched(reply: reply, shared: .init(stored: kept, body: body))
    }

    private func isFollowed(_ response: OriginResponse) -> Bool {
        request.followsRedirects && StatusCodes.redirects.contains(response.status)
            && response.fields.reference(.location).flatMap(address.resolving) != nil
    }

    /// Returns the result for a body that failed while it arrived. A redirect or an error is usable without its body:
    /// the head has the target, or the time of the next request (RFC 9110 §10.2.3).
    private func brokenOff(
        _ error: TransportError, _ response: OriginResponse, _ forwarded: ForwardedRequest
    ) throws(CacheError) -> Fetched {
        let isEndedHere = error.cause == .cancelled || error.cause == .offline
        guard response.message.head.status.kind == .successful || isEndedHere else {
            return passed(response, forwarded)
        }
        return try failed(error, forwarded)
    }

    /// Passes the body on piece by piece, and stores it at its end.
    private func storedAtItsEnd(
        _ response: OriginResponse, _ forwarded: ForwardedRequest, under key: CacheKey
    ) -> Fetched {
        let limit = client.settings.storedBodyBytes
        guard BufferedBody.announcedBytes(response.message) <= limit else {
            outdateReplaced(by: response, forwarded)
            return passed(response, forwarded)
        }
        cache.count(Tally(misses: 1))
        let storage = StreamStorage()
        let body = TeeBody(response.message.body, limit: limit) { [self] whole in
            guard let whole else {
                outdateReplaced(by: response, forwarded)
                return
            }
            let failures = cache.failedTransactions
            guard let kept = keep(response, whole, BodyDigest(of: whole), forwarded, under: key) else { return }
            await commitIfRequired()
            if cache.stores(kept, failuresBefore: failures) { storage.recordStored() }
        }
        let content = CachedReply.Content.stream(ResponseBody(body))
        var reply = reply(response, forwarded, content)
        reply.storage = storage
        return Fetched(reply: reply, shared: nil)
    }

    /// True if other callers may share the response: it needs no validation and is not stale from the start (§4,
    /// §5.2.2.4).
    private func isShareable(_ stored: StoredResponse, _ digest: BodyDigest) -> Bool {
        stored.fragment == nil && stored.digest == digest && Self.isShareable(stored.freshness)
    }

    private static func isShareable(_ freshness: Freshness) -> Bool {
        !freshness.directives.noCache && freshness.explicitLifetime.map { Double($0) > freshness.initialAge } ?? true
    }

    /// Releases the waiting callers that the head does not match; they need not wait for the body.
    private func announce(_ response: OriginResponse, _ forwarded: ForwardedRequest) {
        // A hook may still change its lifetime and its Vary.
        guard request.willCache == nil, let flight = forwarded.flight else { return }
        let isShareable = Self.isShareable(response.freshness) && response.status != 206
        let language = response.fields[.contentLanguage]
        let selecting = Vary.selecting(response.fields, of: request.fields)
        flight.keepOnly { fields in isShareable && Vary.match(selecting, language, fields) == .matches }
    }

    private func keep(
        _ response: OriginResponse, _ body: [UInt8], _ digest: BodyDigest, _ forwarded: ForwardedRequest,
        under key: CacheKey
    ) -> StoredResponse? {
        let fields = StoredFields.storable(response.fields, response.directives, now: response.responseTime)
        var proposed = CachedResponse(
            head: HTTPResponse(status: response.message.head.status, headerFields: fields), body: body, isUpdate: false,
            url: address.textWithoutUserInfo)
        if let willCache = request.willCache, !willCache(&proposed) { return nil }
        guard !Vary.storesSecret(proposed.head.headerFields, of: request) else { return nil }
        guard cache.invalidations.stillHolds(key.url, since: forwarded.moment) else { return nil }
        guard proposed.storagePolicy != .notAllowed else { return nil }
        let isChanged = proposed.body != body
        if isChanged { StoredFields.setLength(proposed.body.count, in: &proposed.head.headerFields) }
        let status = proposed.head.status
        let part = status.code == 206 ? ContentRange(proposed.head.headerFields.first(.contentRange)) : nil
        if let part, !PartialContent.fits(part, count: proposed.body.count) { return nil }
        let new = StoredResponse(
            key: key, status: status.code, reason: status.reasonPhrase, fields: proposed.head.headerFields,
            selecting: Vary.selecting(proposed.head.headerFields, of: request.fields),
            requestTime: response.requestTime, responseTime: response.responseTime, userInfo: proposed.userInfo,
            isMemoryOnly: proposed.storagePolicy == .allowedInMemoryOnly, bodyBytes: proposed.body.count,
            digest: isChanged ? BodyDigest(of: proposed.body) : digest,
            fragment: part.map { .init(first: $0.first, last: $0.last, total: $0.total) })
        let selection = cache.select(key, request.fields)
        if new.fragment != nil { return keepFragment(new, proposed.body, selection, response) }
        cache.keep(new, body: proposed.body, replacing: selection, isAwaited: true)
        return new
    }
}

/// A body, read up to the limit of stored bodies.
enum BufferedBody: Sendable {
    case whole([UInt8])
    /// It exceeds the limit: the bytes read so far, and the rest after them.
    case streaming(ResponseBody)

    /// The most bytes that are reserved because a `Content-Length` announces them (default 4 MB).
    private static let reservedAtOnce = 4 << 20

    /// Returns the `Content-Length`; 0 without one.
    static func announcedBytes(_ response: TransportResponse) -> Int {
        response.head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
    }

    static nonisolated(nonsending) func read(_ response: TransportResponse, limit: Int) async throws(TransportError)
        -> BufferedBody
    {
        let length = announcedBytes(response)
        guard length <= limit else { return .streaming(response.body) }
        var body: [UInt8] = []
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await pieces.next(isolation: nil) {
            if body.isEmpty {
                body = piece
            } else {
                // Most bodies then grow without a copy.
                body.reserveCapacity(min(length, reservedAtOnce))
                body += piece
            }
            if body.count > limit { return .streaming(ResponseBody(Continued(body, response.body))) }
        }
        return .whole(body)
    }
}
