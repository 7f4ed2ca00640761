internal import Basics
internal import CCoding

/// A supported content coding (RFC 9110 §8.4.1, RFC 7932, RFC 8878).
package enum Coding: String, Hashable, Sendable, CaseIterable {
    case gzip
    /// The coding with zlib's wrapping as in the RFC, or the bare stream that some servers send.
    case deflate
    case brotli = "br"
    case zstd

    /// Value of Accept-Encoding: the codings whose libraries are installed. `deflate` is left out, since servers
    /// disagree on its meaning.
    package static let acceptEncoding: String = {
        let available = [Coding.gzip, .brotli, .zstd].filter(\.isAvailable).map(\.rawValue)
        return available.isEmpty ? "identity" : available.joined(separator: ",")
    }()

    /// Loads the installed libraries, which the first use of `acceptEncoding` does otherwise.
    package static func load() {
        _ = acceptEncoding
    }

    private var isAvailable: Bool { coding_is_available(format) }

    /// Tokens are case-insensitive; nil is a coding that changes nothing. Servers also write `none` and the names of
    /// character encodings for it, and browsers read their documents.
    private static let tokens: [String: Coding?] = [
        "gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate, "br": .brotli, "zstd": .zstd, "identity": nil,
        "none": nil, "utf-8": nil, "utf8": nil, "iso-8859-1": nil, "binary": nil,
    ]

    /// Maximum number of codings of one body; real servers send no more.
    private static let countLimit = 5

    /// Returns the codings in `Content-Encoding`, in the order in which they were applied.
    ///
    /// - Parameter contentEncoding: the field's values, each a token or a comma-separated list of them.
    /// - Throws: `unknownCoding` for an unsupported token, `tooManyCodings` above `countLimit`.
    package static func list(_ contentEncoding: some Sequence<String>) throws(ContentCodingError) -> [Coding] {
        var codings: [Coding] = []
        for value in contentEncoding {
            for member in value.utf8.split(separator: UInt8(ascii: ",")) {
                let token = Substring(member).withoutOptionalWhiteSpace.lowercased()
                guard !token.isEmpty else { continue }
                guard let coding = tokens[token] else { throw .unknownCoding(printable(token)) }
                guard let coding else { continue }
                guard codings.count < countLimit else { throw .tooManyCodings(limit: countLimit) }
                codings.append(coding)
            }
        }
        return codings
    }

    var format: CodingFormat {
        switch self {
        case .gzip: .gzip
        case .deflate: .deflate
        case .brotli: .brotli
        case .zstd: .zstd
        }
    }

    /// The token comes from outside and may be printed on a terminal.
    private static func printable(_ token: String) -> String {
        String(String.UnicodeScalarView(token.unicodeScalars.prefix(40).filter { (0x21...0x7e).contains($0.value) }))
    }
}
