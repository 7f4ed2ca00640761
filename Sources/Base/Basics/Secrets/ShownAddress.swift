/// Handles `user:password@` in addresses (RFC 3986 §3.2.1): it is a secret that must not reach a list, a log, an error
/// or another program.
package enum ShownAddress {
    /// Returns the address without user information.
    package static func of(_ url: String) -> String {
        guard let authority = authority(of: url) else { return url }
        let host = hostAndPort(of: authority)
        return host.startIndex == authority.startIndex
            ? url : String(url[..<authority.startIndex] + url[host.startIndex...])
    }

    /// Maximum length of an address in a message, in bytes.
    package static let maximumInMessage = 2_000

    /// Returns the address without user information, shortened for a message; a longer one is no use to a reader.
    package static func inMessage(_ url: String) -> String {
        of(url).shortened(bytes: maximumInMessage)
    }

    /// Returns an address as a person types it, perhaps without a scheme (`user:password@host/path`), without user
    /// information.
    package static func ofTyped(_ text: String) -> String {
        let shown = of(text)
        let hasScheme = WebAddress.scheme(of: shown).map { shown.dropFirst($0.count).hasPrefix("://") } ?? false
        return hasScheme ? shown : String(of("://" + shown).dropFirst("://".count))
    }

    /// Returns a command line whose addresses have no user information.
    package static func inLine(_ line: String) -> String {
        line.split(separator: " ", omittingEmptySubsequences: false).map { of(String($0)) }.joined(separator: " ")
    }

    /// Returns the part of an authority after its last `@`.
    package static func hostAndPort(of authority: Substring) -> Substring {
        var authority = authority
        guard let at = authority.withUTF8({ $0.lastIndex(of: UInt8(ascii: "@")) }) else { return authority }
        return authority[authority.utf8.index(authority.startIndex, offsetBy: at + 1)...]
    }

    /// Returns the host and port, under which connections and failures are counted; the whole address if it has no
    /// `://`.
    package static func host(of url: String) -> String {
        authority(of: url).map { String(hostAndPort(of: $0)) } ?? url
    }

    /// Returns this address with the user information of another address, if it has none itself.
    package static func adding(userInfoOf other: String, to url: String) -> String {
        guard let theirs = authority(of: other), let own = authority(of: url),
            hostAndPort(of: own).startIndex == own.startIndex
        else { return url }
        let userInfo = other[theirs.startIndex..<hostAndPort(of: theirs).startIndex]
        return String(url[..<own.startIndex] + userInfo + url[own.startIndex...])
    }

    /// Returns the text between `://` and the path, query or fragment (RFC 3986 §3.2); nil without `://`. A `\` ends it
    /// too, as browsers read addresses.
    package static func authority(of url: String) -> Substring? {
        var url = url
        guard let range = url.withUTF8(authority(in:)) else { return nil }
        let start = url.utf8.index(url.startIndex, offsetBy: range.lowerBound)
        return url[start..<url.utf8.index(start, offsetBy: range.count)]
    }

    private static func authority(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let slash = UInt8(ascii: "/")
        var colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        while let found = colon {
            if found + 2 < bytes.count, bytes[found + 1] == slash, bytes[found + 2] == slash {
                let rest = bytes[(found + 3)...]
                return rest.startIndex..<(rest.firstIndex(where: endsAuthority) ?? bytes.count)
            }
            colon = bytes[(found + 1)...].firstIndex(of: UInt8(ascii: ":"))
        }
        return nil
    }

    /// True for a byte that ends an authority; a `\` does, as browsers read addresses.
    package static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
        default: false
        }
    }
}
