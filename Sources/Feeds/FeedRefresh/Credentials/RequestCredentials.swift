import Basics
import HTTPCache
import HTTPTypes

/// The secrets that one request carries to its own origin.
struct RequestCredentials: Sendable {
    /// The value of `Authorization` (RFC 9110 §11.6.2).
    var authorization: String?
    /// The fields of rules that have a header.
    var headers: [HTTPField] = []
}

extension CacheRequest {
    /// Adds the secrets; a redirect never carries them to another origin.
    mutating func add(_ credentials: RequestCredentials) {
        if let authorization = credentials.authorization { fields[.authorization] = authorization }
        for header in credentials.headers {
            fields[header.name] = header.value
            secretFields.insert(header.name)
        }
    }

    /// Returns `url` with the `user:password@` of another address of the same origin, unless it has its own: no page
    /// can send a secret to another server.
    static func address(_ url: String, withLoginOf other: String) -> String {
        isBeside(url, other) ? ShownAddress.adding(userInfoOf: other, to: url) : url
    }

    /// True if two addresses have the same origin.
    static func isBeside(_ url: String, _ other: String) -> Bool {
        guard let origin = CacheRequest(url: url).destination?.origin else { return false }
        return origin == CacheRequest(url: other).destination?.origin
    }
}
