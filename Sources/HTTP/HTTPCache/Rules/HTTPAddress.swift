import Basics

/// An absolute `http` or `https` address, split into its parts; path and query stay unchanged byte for byte.
struct HTTPAddress: Hashable, Sendable {
    let scheme: String
    /// `user:password`, as written before the `@`; bytes that no address may have are percent-encoded.
    let userInfo: String?
    /// Host in lower case and ASCII (`DomainName`), and port unless it is the scheme's default.
    let authority: String
    /// Path and query as sent; `/` if the path is empty.
    let target: String

    init?(_ text: String) {
        var text = text
        guard let address = text.withUTF8({ HTTPAddress($0[...]) }) else { return nil }
        self = address
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Reads bytes: with the indices of substrings, which count characters, this took four times as long, and a refresh
    /// reads each feed's address twice.
    private init?(_ text: Bytes) {
        let text = Self.trimmed(text)
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https", text[colon...].starts(with: "://".utf8) else { return nil }
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { !ShownAddress.endsAuthority($0) }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        userInfo = at.map { Self.escaped(authority[..<$0]) }
        let host = at.map { authority[($0 + 1)...] } ?? authority
        guard let normal = Self.normalized(host, scheme: scheme) else { return nil }
        self.authority = normal
        let path = Self.escaped(rest[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") })
        target = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
    }

    /// The address without its fragment; it is also the key in the cache.
    var text: String {
        "\(scheme)://\(userInfo.map { $0 + "@" } ?? "")\(authority)\(target)"
    }

    /// The value of `Authorization` for its user information; nil without any.
    var authorization: String? {
        guard let userInfo, !userInfo.isEmpty else { return nil }
        return BasicCredentials.field(userInfo: PercentEncoding.decoded(userInfo))
    }

    /// The address without user information, for display and as a base for other addresses.
    var textWithoutUserInfo: String {
        "\(scheme)://\(authority)\(target)"
    }

    /// Compares scheme, host and port (RFC 9110 §4.3.1).
    func hasSameOrigin(as other: HTTPAddress) -> Bool {
        scheme == other.scheme && authority == other.authority
    }

    private static func trimmed(_ text: Bytes) -> Bytes {
        var text = text
        while let first = text.first, first.isOptionalWhiteSpace { text.removeFirst() }
        while let last = text.last, last.isOptionalWhiteSpace { text.removeLast() }
        return text
    }

    private static func normalized(_ host: Bytes, scheme: String) -> String? {
        var host = host
        let port = scheme == "http" ? ":80" : ":443"
        if host.suffix(port.utf8.count).elementsEqual(port.utf8) { host.removeLast(port.utf8.count) }
        if host.last == UInt8(ascii: ":") { host.removeLast() }
        // RFC 3986 §3.2.2: the brackets of an IPv6 address are closed.
        guard host.first != UInt8(ascii: "[") || host.contains(UInt8(ascii: "]")) else { return nil }
        guard !host.isEmpty, host.first != UInt8(ascii: ":"), host.allSatisfy(isHostByte) else { return nil }
        return DomainName.ascii(String(decoding: host, as: UTF8.self).lowercased())
    }

    /// False for control characters, white space, and the characters that RFC 3986 excludes from hosts.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7f, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: true
        }
    }

    /// Percent-encodes bytes that are not allowed in a request line, and no others.
    private static func escaped(_ text: Bytes) -> String {
        PercentEncoding.encoded(String(decoding: text, as: UTF8.self), keeping: .visible)
    }
}

// MARK: - References

extension HTTPAddress {
    /// Resolves a `Location` or `Content-Location` against this address (RFC 3986 §5.2); nil for other schemes than
    /// http and https.
    func resolving(_ reference: String) -> HTTPAddress? {
        BaseAddress(text).flatMap { HTTPAddress($0.resolve(reference)) }
    }

    /// Returns this address; it gets the user information of `other` if both have the same origin and this address has
    /// no user information.
    func keepingUserInfo(of other: HTTPAddress) -> HTTPAddress {
        guard userInfo == nil, let name = other.userInfo, hasSameOrigin(as: other) else { return self }
        return HTTPAddress("\(scheme)://\(name)@\(authority)\(target)") ?? self
    }
}
