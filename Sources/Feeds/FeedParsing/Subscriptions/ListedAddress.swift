import Basics

/// Completes an address in a list of feeds, which old programs wrote as `feed://host/path` or without a scheme.
enum ListedAddress {
    /// `feed:` means https, or is dropped before another scheme; a host with a path gets https. Any other text stays.
    static func completed(_ text: String) -> String {
        guard WebAddress.scheme(of: text) == "feed" else { return beginsWithHost(text) ? "https://" + text : text }
        let rest = text.dropFirst("feed:".count)
        let address = String(rest.hasPrefix("//") ? rest.dropFirst(2) : rest)
        let isPlain = WebAddress.isHTTP(address) || !(rest.hasPrefix("//") || beginsWithHost(address))
        return isPlain ? address : "https://" + address
    }

    /// True for `example.org/feed` and `localhost:8080/feed`; false for a relative path such as `feeds/a.xml`.
    private static func beginsWithHost(_ text: String) -> Bool {
        let authority = text.utf8.prefix { $0 != UInt8(ascii: "/") }
        guard authority.endIndex < text.utf8.endIndex else { return false }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority[host.endIndex...].dropFirst()
        guard host.endIndex == authority.endIndex || (!port.isEmpty && port.allSatisfy(\.isDigit)) else { return false }
        let isName = host.first?.isPartOfName == true && host.allSatisfy { $0.isPartOfName || "-.".utf8.contains($0) }
        return isName && (host.contains(UInt8(ascii: ".")) || host.elementsEqual("localhost".utf8))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- 0x30 < 10 }

    /// A letter, a digit, or a byte of a letter beyond ASCII.
    fileprivate var isPartOfName: Bool { isDigit || (self | 0x20) &- 0x61 < 26 || self >= 0x80 }
}
