import Basics

/// Completes an address in a list of feeds, which old programs wrote as `feed://host/path` or without a scheme.
enum ListedAddress {
    /// Completes an address of OPML: a host with a path gets https, and all else is as in `withoutFeedScheme`.
    static func completed(_ text: String) -> String {
        let text = withoutBreaks(text)
        return feed(
            at: WebAddress.scheme(of: text) != "feed" && beginsWithHost(text)
                ? "https://" + text : withoutFeedScheme(text))
    }

    /// Returns the address of the feed for a page of a known site (`SiteFeeds`); any other address stays the same.
    static func feed(at address: String) -> String { SiteFeeds.feed(of: address) ?? address }

    /// True for the address of a file, and for a web address with a host, unless it is too long for any request.
    static func isUsable(_ address: String) -> Bool {
        guard address.utf8.count <= FeedLimits.address else { return false }
        return switch WebAddress.scheme(of: address) {
        case "file": true
        case "http", "https": WebAddress.hasHost(address)
        default: false
        }
    }

    /// Drops tabs and line breaks, as browsers do: in a list for scripts they would end a column or a line.
    static func withoutBreaks(_ text: String) -> String {
        String(decoding: text.utf8.filter { !"\t\n\r".utf8.contains($0) }, as: UTF8.self)
    }

    /// Completes an address of any list: `feed:` means https, or is dropped before another scheme. Any other text stays
    /// unchanged, since lines of a file that is not a list of feeds may begin like a host with a path.
    static func withoutFeedScheme(_ text: String) -> String {
        guard WebAddress.scheme(of: text) == "feed" else { return text }
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
        let isPort = !port.isEmpty && port.allSatisfy(\.isASCIIDigit)
        guard host.endIndex == authority.endIndex || isPort else { return false }
        let isName = host.first?.isPartOfName == true && host.allSatisfy { $0.isPartOfName || "-.".utf8.contains($0) }
        return isName && (host.contains(UInt8(ascii: ".")) || host.elementsEqual("localhost".utf8))
    }
}

extension UInt8 {
    /// A letter, a digit, or a byte of a letter beyond ASCII.
    fileprivate var isPartOfName: Bool { isASCIIDigit || isASCIILetter || self >= 0x80 }
}
