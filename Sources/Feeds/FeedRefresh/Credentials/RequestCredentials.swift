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
}
