import HTTPTypes

/// The name of a request field whose value is a secret, such as `Cookie`; it takes the place of `Authorization`.
package struct SecretHeader: Equatable, Sendable, CustomStringConvertible {
    let name: HTTPField.Name

    /// The reason why a name cannot be used.
    package enum Refusal: Error, Equatable {
        /// It holds a blank, a colon or another character that no name has (RFC 9110 §5.1).
        case notAName
        /// `Authorization`: a rule without a header sends it.
        case authorization
        /// Only lede sets this field: it belongs to the connection, the body, the cache or the negotiation.
        case reserved
    }

    package init(_ text: String) throws(Refusal) {
        guard let name = HTTPField.Name(text), text.utf8.count <= Self.limit else { throw .notAName }
        guard name != .authorization else { throw .authorization }
        let known = name.canonicalName
        guard !Self.reserved.contains(known), !Self.reservedBeginnings.contains(where: { known.hasPrefix($0) }) else {
            throw .reserved
        }
        self.name = name
    }

    package var description: String { name.rawName }

    /// Maximum length of a name, in bytes (default 128).
    private static let limit = 128
    private static let reserved: Set<String> = [
        "a-im", "accept", "cache-control", "connection", "expect", "host", "http2-settings", "keep-alive", "pragma",
        "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]
    private static let reservedBeginnings = ["accept-", "content-", "if-", "proxy-"]
}
