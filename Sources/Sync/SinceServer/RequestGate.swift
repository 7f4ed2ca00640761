import HTTPTypes

/// Decides which requests are allowed. From another machine a client needs the token. On loopback every program of this
/// machine is allowed, but not a web page in one of its browsers.
struct RequestGate: Sendable {
    /// Nil if no token is needed, because only this machine can connect.
    let token: AccessToken?

    func admit(_ head: RequestHead) throws(Refusal) {
        // Browsers name the page that sends the request; lede's clients send no Origin.
        guard head.fields[.origin] == nil else { throw .forbidden }
        // Also refuses pages that cannot read the response (Fetch Metadata); `none` is a request by the user.
        guard [nil, "none", "same-origin"].contains(head.fields[.fetchSite]?.lowercased()) else { throw .forbidden }
        if let token {
            guard let given = head.fields.bearerToken, token.isEqual(to: given) else { throw .unauthorized }
        } else {
            // The owner of a page may point its host name at this machine (DNS rebinding); `Host` then has that name.
            guard Self.isLoopback(head.fields[.hostName] ?? "localhost") else { throw .forbidden }
        }
    }

    /// - Parameter host: a name or an address and, after a colon, a port.
    private static func isLoopback(_ host: String) -> Bool {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        let (name, port) = (host[..<(end ?? host.endIndex)].lowercased(), host[(end ?? host.endIndex)...])
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return name == "localhost" || name == "[::1]"
            || (numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil })
    }
}

extension HTTPField.Name {
    /// RFC 9110 §7.2; swift-http-types has no such name, since HTTP/2 sends the host apart from the fields.
    static let hostName = HTTPField.Name("Host")!
    /// RFC 7239 §4
    static let forwarded = HTTPField.Name("Forwarded")!
    static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!
    /// W3C Fetch Metadata, 2.4.
    fileprivate static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
    /// RFC 8288 §3
    static let link = HTTPField.Name("Link")!
}

extension HTTPFields {
    /// RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1).
    fileprivate var bearerToken: String? {
        guard let value = self[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}
