import Basics
import FeedParsing
import HTTPCache

/// The reason why a text that a person entered is not the address of a feed or page.
package enum AddressProblem: Error, Equatable, CustomStringConvertible {
    case empty
    /// The path of a file, without `file://`.
    case path(String)
    /// The name of an OPML file.
    case list(String)
    case whitespace(String)
    /// `exec:`, as in newsboat's list of feeds. The text may hold a secret.
    case program
    case scheme(String)
    /// No host, or a host that no address can have, or a port that is not a number.
    case host(String)
    /// A host of digits alone, or of fewer or more numbers than an IPv4 address has.
    case number(String)

    package var description: String {
        switch self {
        case .empty: "no address was entered"
        case .path(let text):
            text.hasPrefix("/")
                ? "\(text) is not an address; add a file as file://\(text.replacing(" ", with: "%20"))"
                : "\(text) is not an address; add a file as file:///PATH"
        case .list(let text): "\(ShownAddress.ofTyped(text)) is a list of feeds: lede import FILE, or I in the reader"
        case .whitespace(let text): "“\(ShownAddress.ofTyped(text))” is not an address: it contains spaces"
        case .program: "a program's output is added in a shell: lede add exec:NAME --command PROGRAM"
        case .scheme(let text):
            "\(ShownAddress.of(text)): an address begins with https, http, feed or file"
        case .host(let text):
            "\(ShownAddress.ofTyped(text)) is not an address: its host is missing or malformed, or its port is not a number"
        case .number(let text): "\(ShownAddress.ofTyped(text)) is not an address: its host is a number"
        }
    }
}

extension FeedService {
    /// Returns the addresses that a person may mean, in the order in which they are tried.
    ///
    /// - Throws: `AddressProblem` for a text that is not an address.
    static func checkedAddresses(for text: String) throws(AddressProblem) -> [String] {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .empty }
        guard !LocalAddress.isProgram(text) else { throw .program }
        guard !text.lowercased().hasSuffix(".opml") || WebAddress.isHTTP(text) else { throw .list(text) }
        guard !["/", "./", "../", "~"].contains(where: { text.hasPrefix($0) }) else { throw .path(text) }
        let addresses = addresses(for: text)
        guard !LocalAddress.isFile(addresses[0]) else { return addresses }
        guard !text.contains(where: \.isWhitespace) else { throw .whitespace(text) }
        guard ["https://", "http://"].contains(where: { addresses[0].hasPrefix($0) }) else { throw .scheme(text) }
        guard addresses.allSatisfy(hasHost) else { throw .host(text) }
        guard !hasNumericHost(addresses[0]) else { throw .number(text) }
        return addresses
    }

    /// Returns the addresses of the feed that a person may mean: for some sites, the feed's address follows from the
    /// page's address.
    ///
    /// - Throws: `AddressProblem` for a text that is not an address.
    package static func feedAddresses(for text: String) throws(AddressProblem) -> [String] {
        let addresses = try checkedAddresses(for: text)
        return SiteFeeds.feed(of: addresses[0]).map { [$0] } ?? addresses
    }

    /// True for a web address with a host, and with a numeric port or none. The cache and curl refuse any other, but
    /// only when it is requested.
    private static func hasHost(_ address: String) -> Bool {
        CacheRequest(url: address).destination.map { WebAddress.hasHost($0.origin) } ?? false
    }

    /// True for a host such as `1` or `12.5`, which curl would read as an IPv4 address.
    private static func hasNumericHost(_ address: String) -> Bool {
        let origin = CacheRequest(url: address).destination?.origin
        let host = origin.flatMap(ShownAddress.authority(of:))?.prefix { $0 != ":" } ?? ""
        let isNumeric = host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        return isNumeric && host.split(separator: ".").count != 4
    }

    /// Returns the addresses that a person may mean, without checking their form.
    static func addresses(for text: String) -> [String] {
        let text = withoutFeedScheme(text)
        guard let scheme = scheme(of: text) else {
            let https = "https://" + text
            return hasLogin(https) ? [https] : [https, "http://" + text]
        }
        let rest = text.dropFirst(scheme.count)
        // `file:/path` is short for `file:///path` (RFC 8089 §2).
        let isShortFile = scheme == "file" && rest.hasPrefix(":/") && !rest.hasPrefix("://")
        return [isShortFile ? LocalAddress.filePrefix + rest.dropFirst() : scheme + rest]
    }

    /// `feed:` alone counts as no scheme; before another scheme it is dropped.
    private static func withoutFeedScheme(_ text: String) -> String {
        let text = trimmed(text)
        guard WebAddress.scheme(of: text) == "feed" else { return text }
        let rest = text.dropFirst("feed:".count)
        return String(rest.hasPrefix("//") ? rest.dropFirst(2) : rest)
    }

    /// True if the address contains `user:password@`. Without a scheme it is tried only with https: whoever blocks https
    /// would get the password from a request with http.
    private static func hasLogin(_ address: String) -> Bool {
        ShownAddress.of(address) != address
    }

    /// Returns the end of the message that https failed, for an address with a password that was typed without a
    /// scheme; empty for another one.
    static func adviceWithoutScheme(for text: String) -> String {
        let text = withoutFeedScheme(text)
        guard scheme(of: text) == nil, hasLogin("https://" + text) else { return "" }
        return "; http would send the password unencrypted: write http:// before the address to allow that"
    }

    /// Returns the scheme with which the text begins; nil for `host:8080/page` and `user:secret@host`, which lack
    /// theirs.
    private static func scheme(of text: String) -> String? {
        guard let scheme = WebAddress.scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.count + 1)
        let authority = rest.prefix { $0 != "/" }
        let isHost = authority.first?.isNumber == true || scheme != "mailto" && authority.contains("@")
        return rest.hasPrefix("//") || !isHost ? scheme : nil
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
    }
}
