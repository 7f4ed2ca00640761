import Basics
import HTTPTypes

/// The line and the fields of a request (RFC 9112). Obsolete syntax is refused: no known client sends it.
struct RequestHead: Equatable, Sendable {
    var method: String
    /// The path as sent, without the query; it always begins with `/`.
    var path: String
    var query: String
    var fields: HTTPFields
    var isVersion10: Bool

    /// - Parameter bytes: all bytes before the empty line.
    /// - Throws: `Refusal` with the status of the response.
    init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
        let lines = String(decoding: bytes, as: UTF8.self).linesBetweenLineEnds
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.allSatisfy(\.isTokenByte), !parts[0].isEmpty else { throw .badRequest }
        guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else { throw .httpVersion }
        guard parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let (host, reference) = Self.parts(of: parts[1])
        else { throw .badRequest }
        let target = reference.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = String(parts[0])
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : ""
        isVersion10 = parts[2] == "HTTP/1.0"
        fields = HTTPFields()
        for line in lines.dropFirst() {
            // §5.1: no white space before the colon; §5.2: no folded lines.
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(String(line[..<colon]))
            else { throw .badRequest }
            let value = String(line[line.utf8.index(after: colon)...].withoutOptionalWhiteSpace)
            guard HTTPField.isValidValue(value) else { throw .badRequest }
            fields.append(HTTPField(name: name, value: value))
        }
        guard isVersion10 || fields[values: .hostName].count == 1 else { throw .badRequest }
        // §3.2.2: the host of the target replaces the field.
        if let host { fields[.hostName] = host }
    }

    /// Returns the host of a target in absolute form, and the rest, which begins with `/`; nil for other forms than this
    /// and the usual one (§3.2).
    private static func parts(of target: Substring) -> (host: String?, reference: String)? {
        if target.hasPrefix("/") { return (nil, String(target)) }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { target.lowercased().hasPrefix($0) }) else { return nil }
        let authority = target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let rest = target[authority.endIndex...]
        return (String(ShownAddress.hostAndPort(of: authority)), rest.hasPrefix("/") ? String(rest) : "/\(rest)")
    }

    /// Returns the number of bytes of the body that follows (§6.3).
    func bodyLength(limit: Int) throws(Refusal) -> Int {
        guard fields[.transferEncoding] == nil else { throw .lengthRequired }
        let values = Set(fields[values: .contentLength])
        guard let value = values.first else { return 0 }
        guard values.count == 1, !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) else {
            throw .badRequest
        }
        guard let length = Int(value), length <= limit else { throw .tooLarge }
        return length
    }

    /// True if the connection may serve another request (§9.3).
    var keepsConnection: Bool {
        let options = (fields[.connection] ?? "").lowercased().split(separator: ",").map {
            $0.drop { $0 == " " }.prefix { $0 != " " }
        }
        return isVersion10 ? options.contains("keep-alive") : !options.contains("close")
    }

    /// The scheme and the host by which the client knows this server. A proxy in front that ends TLS names the scheme
    /// (RFC 7239 §5.4, or the older `X-Forwarded-Proto`); a client that does so itself deceives only itself.
    var origin: String {
        let forwarded = firstMember(of: .forwarded).split(separator: ";")
        let isSecure = forwarded.contains("proto=https") || firstMember(of: .forwardedScheme) == "https"
        return "\(isSecure ? "https" : "http")://\(fields[.hostName] ?? "")"
    }

    /// Returns the first member of a list, which the proxy nearest to the client has written, in lower case and without
    /// spaces and quotation marks.
    private func firstMember(of name: HTTPField.Name) -> String {
        let member = (fields[values: name].first ?? "").prefix { $0 != "," }
        return member.lowercased().filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    }

    /// The first value of each name, without percent-encoding; names without a value are ignored.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { Self.decoded($0) }
            guard parts.count == 2, parameters[parts[0]] == nil else { continue }
            parameters[parts[0]] = parts[1]
        }
        return parameters
    }

    /// Decodes the encoding of forms: a plus sign is a space.
    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentEncoding.decoded(text.replacing("+", with: " ")), as: UTF8.self)
    }
}

extension String {
    /// The lines between CRLF; an empty text gives one empty line.
    fileprivate var linesBetweenLineEnds: [Substring] {
        var lines: [Substring] = []
        var rest = self[...].utf8
        while let end = rest.firstRange(of: [0x0D, 0x0A]) {
            lines.append(Substring(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return lines + [Substring(rest)]
    }
}

extension UInt8 {
    /// RFC 9110 §5.6.2
    fileprivate var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
