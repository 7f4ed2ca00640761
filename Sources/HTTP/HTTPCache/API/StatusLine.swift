package import HTTPTypes

extension HTTPResponse.Status {
    /// The code and the reason phrase, such as `404 Not Found`; HTTP/2 has no phrase (RFC 9113 §8.3.2).
    package var line: String {
        reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)"
    }
}
