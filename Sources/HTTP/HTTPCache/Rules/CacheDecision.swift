internal import HTTPTypes

/// The way a request is answered, given the stored responses (RFC 9111 §4).
enum CacheDecision: Equatable, Sendable {
    /// Reply from the store.
    case serve(StoredResponse)
    /// Reply from the store, and revalidate in the background (RFC 5861 §3).
    case serveAndRevalidate(StoredResponse)
    /// Validate with the origin.
    case revalidate(StoredResponse)
    /// Request the missing end from the origin.
    case complete(StoredResponse)
    case fetch(CacheStatus.Forward)
    /// Nothing is stored, and the policy forbids a request.
    case notInCache
    /// `only-if-cached`, and no stored response is suitable (§5.2.1.7).
    case gatewayTimeout
}

/// A request with the properties that matter to the decision.
struct RequestProperties: Sendable {
    let method: HTTPRequest.Method
    let fields: HTTPFields
    let directives: CacheControl
    let range: ByteRange?
    /// Maximum heuristic lifetime in seconds; nil means none.
    let heuristicLimit: Int?

    init(method: HTTPRequest.Method, fields: HTTPFields, heuristicLimit: Int?) {
        self.method = method
        self.fields = fields
        directives = CacheControl(fields)
        // RFC 9110 §14.2: Range has a meaning for GET only.
        range = method == .get ? ByteRange(fields) : nil
        self.heuristicLimit = heuristicLimit
    }

    /// Preconditions and ranges that only the origin can evaluate (RFC 9111 §4.3.2, RFC 9110 §13.1, §14.2).
    var needsOrigin: Bool {
        if fields.contains(.ifMatch) || fields.contains(.ifUnmodifiedSince) { return true }
        switch method {
        case .get: return fields.contains(.range) && range == nil
        case .head: return false
        // For other methods only the origin evaluates conditions (412).
        default: return fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince)
        }
    }
}

extension CacheDecision {
    /// - Parameters:
    ///   - stored: the response that the request selects, complete or a fragment; nil if there is none.
    ///   - isSelected: false for a response with `Vary: *`, which the origin must confirm.
    static func decide(
        _ request: RequestProperties, stored: StoredResponse?, isSelected: Bool, hasVariants: Bool, policy: CachePolicy,
        now: Double
    ) -> CacheDecision {
        let usable = stored.flatMap { $0.answers(request) ? $0 : nil }
        switch policy {
        case .returnCacheDataDontLoad:
            return usable.map { .serve($0) } ?? .notInCache
        case .returnCacheDataElseLoad:
            return usable.map { .serve($0) } ?? forward(request, stored, hasVariants)
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData:
            return .fetch(.request)
        case .reloadRevalidatingCacheData:
            guard let usable, !request.needsOrigin else { return forward(request, stored, hasVariants) }
            // RFC 8246 §2: a fresh immutable response needs no request, unless a directive asks for one.
            let isUnchanging = usable.freshness.directives.isImmutable && usable.isFresh(now, request.heuristicLimit)
            if isUnchanging, case .serve = protocolDecision(request, usable, isSelected: isSelected, now: now) {
                return .serve(usable)
            }
            return request.directives.onlyIfCached ? .gatewayTimeout : .revalidate(usable)
        case .useProtocolCachePolicy:
            guard let usable, !request.needsOrigin else { return forward(request, stored, hasVariants) }
            return protocolDecision(request, usable, isSelected: isSelected, now: now)
        }
    }

    private static func protocolDecision(
        _ request: RequestProperties, _ stored: StoredResponse, isSelected: Bool, now: Double
    ) -> CacheDecision {
        let asked = request.directives
        // §5.2.1.5: a no-store request does not use stored responses either.
        guard !asked.noStore else { return asked.onlyIfCached ? .gatewayTimeout : .fetch(.request) }
        let said = stored.freshness.directives
        let age = stored.freshness.age(at: now)
        let remaining = stored.freshness.lifetime(heuristicLimit: request.heuristicLimit) - age
        // §5.2.1.1, §5.2.1.3, §5.2.1.4
        let isTooOld = asked.maxAge.map { age > $0 || $0 == 0 } ?? false
        let isTooStale = remaining < (asked.minFresh ?? 0) || remaining <= 0
        if isSelected && !asked.noCache && !said.noCache {
            if !isTooStale, !isTooOld { return .serve(stored) }
            if !said.mustRevalidate || remaining > 0 {
                // §5.2.1.1, §5.2.1.2: staleness that the request accepts, counted from the earlier of the two ends.
                let excess = max(-remaining, asked.maxAge.map { age - $0 } ?? -remaining)
                if asked.minFresh == nil, let most = asked.maxStale, excess <= most { return .serve(stored) }
                if asked == CacheControl(), let window = said.staleWhileRevalidate, -remaining < window {
                    return .serveAndRevalidate(stored)
                }
            }
        }
        return asked.onlyIfCached ? .gatewayTimeout : .revalidate(stored)
    }

    private static func forward(_ request: RequestProperties, _ stored: StoredResponse?, _ hasVariants: Bool)
        -> CacheDecision
    {
        if request.directives.onlyIfCached { return .gatewayTimeout }
        if request.needsOrigin { return .fetch(.request) }
        guard let stored else { return .fetch(hasVariants ? .varyMiss : .uriMiss) }
        return stored.canBeCompleted && request.range == nil && request.method == .get && !request.directives.noStore
            ? .complete(stored) : .fetch(.partial)
    }
}

extension StoredResponse {
    func isFresh(_ now: Double, _ heuristicLimit: Int?) -> Bool {
        freshness.lifetime(heuristicLimit: heuristicLimit) > freshness.age(at: now)
    }

    /// True if all bytes that a request wants are stored: a fragment is never used as a complete response, nor a coded
    /// body for a range without a coding, since a part of it cannot be decoded.
    func answers(_ request: RequestProperties) -> Bool {
        let isUncoded = request.range != nil && request.fields.first(.acceptEncoding) == "identity"
        guard !isUncoded || !fields.contains(.contentEncoding) else { return false }
        guard let fragment else { return true }
        guard let range = request.range, request.method == .get, fragment.first >= 0,
            Validation.ifRangeHolds(request.fields[.ifRange], self)
        else { return false }
        return PartialContent.reply(range, from: self) != .missing
    }

    /// True for a fragment that begins with the first byte and has a strong tag (RFC 9111 §3.4): the rest can be
    /// requested.
    var canBeCompleted: Bool {
        guard let fragment, fragment.first == 0, bodyBytes > 0, Validation.strongTag(fields) != nil else {
            return false
        }
        return fragment.last == bodyBytes - 1 && fragment.total.map { $0 > bodyBytes } ?? true
    }

    /// True if it may replace a failed response (RFC 5861 §4).
    func mayServeOnError(_ request: RequestProperties, now: Double) -> Bool {
        let said = freshness.directives
        guard answers(request), !said.mustRevalidate, !said.noCache, !request.directives.noStore else { return false }
        guard let window = request.directives.staleIfError ?? said.staleIfError else { return false }
        let staleness = freshness.age(at: now) - freshness.lifetime(heuristicLimit: request.heuristicLimit)
        return staleness <= window
    }

    /// True if it may be served when the origin is unreachable (RFC 9111 §4.2.4).
    func mayServeWhenDisconnected(_ request: RequestProperties) -> Bool {
        let said = freshness.directives
        return answers(request) && !said.mustRevalidate && !said.noCache && !said.bindsSharedCaches
            && said.staleIfError == nil && request.directives == CacheControl()
    }
}
