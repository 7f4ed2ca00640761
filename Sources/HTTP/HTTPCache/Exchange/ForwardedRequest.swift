internal import HTTPTransport
internal import HTTPTypes

/// A request to the origin, and the stored responses that it validates.
struct ForwardedRequest: Sendable {
    /// The responses whose validators are sent; the first is the one that the request selects.
    let nominated: [StoredResponse]
    /// The fragment whose missing end is requested.
    let fragment: StoredResponse?
    let selection: VariantSelection
    let reason: CacheStatus.Forward
    /// True if the preconditions are the caller's own: then a 304 is passed on to the caller.
    let isFromCaller: Bool
    /// The moment of the request, see `InvalidationLog.now`: a response from before an invalidation is not stored.
    var moment: Int
    /// Control over other callers that wait for the response; nil if no others can wait.
    var flight: Flights.Control?

    /// Preconditions of RFC 9110 §13.1 that a caller may send itself.
    private static let preconditions: [HTTPField.Name] = [
        .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange,
    ]

    /// - Parameter stored: the stored responses to confirm; nil for an unconditional request.
    init(_ hop: Hop, _ selection: VariantSelection, validating stored: StoredResponse?, _ reason: CacheStatus.Forward) {
        self.selection = selection
        self.reason = reason
        moment = hop.cache.invalidations.now
        fragment = nil
        isFromCaller = Self.preconditions.contains { hop.request.fields.contains($0) }
        // RFC 9110 §13.1.2: a POST under a condition that does not hold gets a 412, and never a 304.
        if isFromCaller || hop.request.method == .post {
            nominated = []
        } else if let stored {
            nominated = Validation.hasValidator(stored) ? [stored] : []
        } else if reason == .varyMiss {
            // §4.3.1: the origin may select one of the other variants.
            nominated = selection.all.filter { other in
                other.fields.validatorField(.eTag) != nil && other.fragment == nil && other.answers(hop.properties)
            }.suffix(16)
        } else {
            nominated = []
        }
    }

    init(_ hop: Hop, _ selection: VariantSelection, completing fragment: StoredResponse) {
        self.selection = selection
        self.fragment = fragment
        reason = .partial
        moment = hop.cache.invalidations.now
        isFromCaller = false
        nominated = []
    }

    /// Makes the given request without its conditions.
    init(unconditional forwarded: ForwardedRequest) {
        selection = forwarded.selection
        reason = forwarded.reason
        isFromCaller = forwarded.isFromCaller
        moment = forwarded.moment
        flight = forwarded.flight
        fragment = nil
        nominated = []
    }

    /// The stored response of this request, with or without a validator; nil if only the origin can select it (§4.1).
    var stored: StoredResponse? { selection.decided }

    var isConditional: Bool { !nominated.isEmpty }
}

extension Hop {
    /// Returns the request as sent over the wire.
    func transportRequest(_ forwarded: ForwardedRequest) -> TransportRequest {
        var fields = request.fields
        fields.append(contentsOf: Validation.conditions(forwarded.nominated))
        addReloadFields(to: &fields)
        if let fragment = forwarded.fragment {
            fields[.range] = "bytes=\(fragment.bodyBytes)-"
            // §3.4: pieces may be combined only under the same strong tag.
            if let tag = Validation.strongTag(fragment.fields) { fields[.ifRange] = tag }
        }
        if let authorization = address.authorization, !fields.contains(.authorization) {
            fields[.authorization] = authorization
        }
        let head = HTTPRequest(
            method: request.method, scheme: address.scheme, authority: address.authority, path: address.target,
            headerFields: fields)
        var sent = TransportRequest(head: head, body: request.body, limits: request.limits)
        sent.headArrived = request.headArrived
        return sent
    }

    /// Adds the directives of the policy to the caller's directives. A directive that the caller gives itself stays
    /// alone.
    private func addReloadFields(to fields: inout HTTPFields) {
        func name(_ directive: Substring) -> String { directive.prefix { $0 != "=" }.lowercased() }
        for (field, directive) in Self.reloadFields[policy] ?? []
        where !fields.members(field).contains(where: { name($0) == name(directive[...]) }) {
            fields.append(HTTPField(name: field, value: directive))
        }
    }

    /// Directives by which a policy instructs caches on the way.
    private static let reloadFields: [CachePolicy: [(HTTPField.Name, String)]] = [
        .reloadIgnoringLocalAndRemoteCacheData: [(.cacheControl, "no-cache"), (.pragma, "no-cache")],
        .reloadRevalidatingCacheData: [(.cacheControl, "max-age=0")],
    ]
}
