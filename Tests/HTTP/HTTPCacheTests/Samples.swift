import HTTPTypes

@testable import HTTPCache

/// Returns a stored response for tests of the rules.
func stored(
    _ fields: HTTPFields = [:], url: String = "http://h.test/a", status: Int = 200, selecting: HTTPFields = [:],
    body: String = "0123456789", fragment: StoredResponse.Fragment? = nil, at time: Double = 1_790_000_000
) -> StoredResponse {
    StoredResponse(
        key: CacheKey(HTTPAddress(url)!), status: status, reason: "", fields: fields,
        selecting: Vary.selecting(fields, of: selecting), requestTime: time, responseTime: time,
        bodyBytes: body.utf8.count, digest: BodyDigest(of: Array(body.utf8)), fragment: fragment)
}
