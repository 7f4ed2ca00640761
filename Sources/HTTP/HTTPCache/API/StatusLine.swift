package import HTTPTypes

extension HTTPResponse.Status {
    /// The code and the reason phrase, such as `404 Not Found`; HTTP/2 has no phrase (RFC 9113 §8.3.2). Control
    /// characters become spaces: a terminal obeys them, C1 (0x80–0x9F) included.
    package var line: String {
        guard !reasonPhrase.isEmpty else { return "\(code)" }
        let scalars = reasonPhrase.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return "\(code) \(String(String.UnicodeScalarView(scalars)))"
    }

    /// True if the body is the requested document, even if a proxy has transformed it (203, RFC 9110 §15.3.4).
    package var bringsDocument: Bool {
        code == 200 || code == 203
    }

    /// True if the server asks for a pause, with or without `Retry-After` (RFC 6585 §4, RFC 9110 §15.6.4).
    package var asksForPause: Bool {
        code == 429 || code == 503
    }

    /// True if further requests would be refused as well.
    package var refusesMore: Bool {
        asksForPause || code == 403
    }
}
