/// The form that all spellings of an address share if a server cannot tell them apart (RFC 3986 §6.2.2.1, §6.2.3):
/// scheme and host in lower case, without the scheme's own port and without a fragment, an empty path as a slash. It
/// serves only to compare addresses: each is fetched as it is written.
package enum ComparableAddress {
    package static func of(_ address: String) -> String {
        guard WebAddress.isHTTP(address), let scheme = WebAddress.scheme(of: address),
            let authority = ShownAddress.authority(of: address)
        else { return address }
        let host = ShownAddress.hostAndPort(of: authority)
        let userInfo = authority[..<host.startIndex]
        let rest = Substring(address.utf8[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") })
        let slash = rest.utf8.first == UInt8(ascii: "/") ? "" : "/"
        return "\(scheme)://\(userInfo)\(withoutOwnPort(host.lowercased(), scheme))\(slash)\(rest)"
    }

    private static func withoutOwnPort(_ host: String, _ scheme: String) -> Substring {
        // An empty port is the scheme's own, too.
        let ports = [scheme == "https" ? ":443" : ":80", ":"]
        guard let port = ports.first(where: { host.hasSuffix($0) }) else { return host[...] }
        return host.dropLast(port.count)
    }
}
