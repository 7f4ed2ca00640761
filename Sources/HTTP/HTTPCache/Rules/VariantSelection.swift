internal import HTTPTypes

/// The responses stored under a request's key, and the one that the request selects (RFC 9111 §4.1).
struct VariantSelection: Sendable {
    /// All responses under the key, including variants for other requests.
    let all: [StoredResponse]
    /// The newest match by Date; a complete response comes before a fragment, one with `Vary` before one without. If
    /// none matches, the newest with `Vary: *`.
    let best: StoredResponse?
    /// The responses that may answer the same request (§4), newest first.
    let matching: [StoredResponse]
    /// False if `Vary: *` leaves the choice of `best` to the origin.
    let isDecided: Bool
    /// The body of the only response, if it has been read already.
    let body: [UInt8]?
    /// The memory tier's generation when all were read; nil if the cache was not read.
    let generation: UInt64?
    /// Each response with its match, found once: matching normalises fields of the request.
    private let matches: [(response: StoredResponse, match: Vary.Match)]

    init(_ all: [StoredResponse], _ request: HTTPFields, body: [UInt8]? = nil, generation: UInt64? = nil) {
        self.all = all
        self.body = body
        self.generation = generation
        matches = all.map { (response: $0, match: Vary.match($0, request)) }
        let newestFirst = all.count < 2 ? matches : matches.sorted { Self.isNewer($0.response, $1.response) }
        matching = newestFirst.filter { $0.match == .matches }.map(\.response)
        let whole = matching.filter { $0.fragment == nil }
        // §4.1: a response without Vary is often a mistake if others have one.
        if let best = whole.first(where: { !$0.selecting.isEmpty }) ?? whole.first {
            self.best = best
            isDecided = true
        } else if let best = newestFirst.first(where: { $0.response.fragment == nil && $0.match == .undecidable }) {
            self.best = best.response
            isDecided = false
        } else {
            best = matching.first
            isDecided = true
        }
    }

    /// The response that the request selects, complete or not; nil if only the origin can select it (§4.1).
    var decided: StoredResponse? { isDecided ? best : nil }

    var complete: StoredResponse? {
        best.flatMap { $0.fragment == nil ? $0 : nil }
    }

    /// The responses that the same request selects: a new one replaces them.
    var superseded: [StoredResponse] { matches.filter { $0.match != .differs }.map(\.response) }

    /// Maximum number of variants of one address; the oldest are removed.
    private static let variantLimit = 32

    /// The oldest responses, whose removal makes room for one more variant.
    var surplus: [StoredResponse] {
        let excess = all.count - Self.variantLimit
        guard excess >= 0 else { return [] }
        return Array(all.sorted { $0.responseTime < $1.responseTime }.prefix(excess + 1))
    }

    /// Returns the selection by another request, from the same responses.
    func matched(to request: HTTPFields) -> VariantSelection {
        VariantSelection(all, request, body: body, generation: generation)
    }

    private static func isNewer(_ one: StoredResponse, _ other: StoredResponse) -> Bool {
        (one.freshness.date, one.responseTime, one.id) > (other.freshness.date, other.responseTime, other.id)
    }
}

extension [StoredResponse] {
    /// True if `Vary` does not name the same fields in all responses: several of them may then match one request.
    var isMixed: Bool {
        guard let first else { return false }
        return dropFirst().contains { !$0.selecting.elementsEqual(first.selecting) { $0.name == $1.name } }
    }
}
