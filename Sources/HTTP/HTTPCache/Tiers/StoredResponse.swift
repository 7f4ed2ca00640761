internal import HTTPTypes

/// The head of a stored response and the identity of its body; immutable and cheap to copy.
final class StoredResponse: Sendable {
    /// Identifies the body: a new body always gets a new identity.
    let id: Int64
    let key: CacheKey
    let status: Int
    let reason: String
    let fields: HTTPFields
    /// The request fields named by `Vary`, normalised.
    let selecting: [SelectingField]
    /// Seconds since 1970 at the request and at the response (RFC 9111 §4.2.3).
    let requestTime: Double
    let responseTime: Double
    let userInfo: [String: String]
    let isMemoryOnly: Bool
    let bodyBytes: Int
    let digest: BodyDigest
    /// The part of the complete body; nil for all of it.
    let fragment: Fragment?
    /// Age and lifetime from the fields, computed once.
    let freshness: Freshness
    /// An upper bound for the size of the encoded head, computed once: the capacities of both tiers count it.
    let headBytes: Int

    /// - Parameter headBytes: the size of the encoded head, if it is known.
    init(
        id: Int64 = StoredResponse.newIdentity(), key: CacheKey, status: Int, reason: String, fields: HTTPFields,
        selecting: [SelectingField], requestTime: Double, responseTime: Double, userInfo: [String: String] = [:],
        isMemoryOnly: Bool = false, bodyBytes: Int, digest: BodyDigest, fragment: Fragment? = nil,
        headBytes: Int? = nil
    ) {
        self.id = id
        self.key = key
        self.status = status
        self.reason = reason
        self.fields = fields
        self.selecting = selecting
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.userInfo = userInfo
        self.isMemoryOnly = isMemoryOnly
        self.bodyBytes = bodyBytes
        self.digest = digest
        self.fragment = fragment
        self.headBytes =
            headBytes
            ?? HeadCoding.maximumHeadLength(
                key: key, reason: reason, fields: fields, selecting: selecting, userInfo: userInfo)
        freshness = Freshness(status: status, fields: fields, requestTime: requestTime, responseTime: responseTime)
    }

    /// Returns the same body under another head.
    func with(
        _ fields: HTTPFields, selecting: [SelectingField], requestTime: Double, responseTime: Double,
        userInfo: [String: String]
    ) -> StoredResponse {
        StoredResponse(
            id: id, key: key, status: status, reason: reason, fields: fields, selecting: selecting,
            requestTime: requestTime, responseTime: responseTime, userInfo: userInfo, isMemoryOnly: isMemoryOnly,
            bodyBytes: bodyBytes, digest: digest, fragment: fragment)
    }

    /// The stored bytes of a longer representation (RFC 9110 §14.4).
    struct Fragment: Equatable, Sendable {
        let first: Int
        /// The last position, as in `Content-Range`; the body may be one byte shorter (`PartialContent.fits`).
        let last: Int
        /// Length of the complete body; nil if the origin did not declare it.
        let total: Int?
    }

    var head: HTTPResponse {
        HTTPResponse(status: .init(code: status, reasonPhrase: reason), headerFields: fields)
    }

    /// Grows with time, so that new rows are at the end of a table; its low bits distinguish processes.
    static func newIdentity() -> Int64 {
        let microseconds = Int64(SystemCalls.wallClock * 1_000_000)
        return microseconds << 11 | Int64.random(in: 0..<2048)
    }
}

extension StoredResponse: Equatable {
    static func == (one: StoredResponse, other: StoredResponse) -> Bool {
        one.id == other.id && one.responseTime == other.responseTime
    }
}
