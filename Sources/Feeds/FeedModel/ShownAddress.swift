/// An address as it may be shown, logged and handed to other programs: without the `user:password@` that may stand in it.
package enum ShownAddress {
    package static func of(_ url: String) -> String {
        guard let authority = authority(of: url), let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else {
            return url
        }
        return String(url[..<authority.startIndex] + url[url.utf8.index(after: at)...])
    }

    /// What stands between `://` and the path, query or fragment (RFC 3986 §3.2), whatever it is; nil where there is no `://`.
    package static func authority(of url: String) -> Substring? {
        let bytes = url.utf8
        var colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        while let found = colon {
            let rest = bytes[bytes.index(after: found)...]
            if rest.starts(with: "//".utf8) {
                let start = bytes.index(found, offsetBy: 3)
                return url[start..<(bytes[start...].firstIndex(where: endsAuthority) ?? bytes.endIndex)]
            }
            colon = rest.firstIndex(of: UInt8(ascii: ":"))
        }
        return nil
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        "/?#\\".utf8.contains(byte)
    }
}
