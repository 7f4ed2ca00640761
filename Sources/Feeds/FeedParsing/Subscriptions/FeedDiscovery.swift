import Basics
internal import Markup

/// Finds the feeds that a web page names.
package enum FeedDiscovery {
    /// A feed that a page offers.
    package struct Candidate: Hashable, Sendable {
        /// The absolute address.
        package var url: String
        package var title: String?
        package var origin: Origin

        /// The way in which the feed was found, best first.
        package enum Origin: Int, Hashable, Sendable {
            /// `<link rel="alternate">`.
            case link
            /// An `<a>` with an address like a feed's, or with a text like "RSS feed".
            case anchor
            /// A usual address of feeds that no page named.
            case commonLocation
        }
    }

    /// Returns the feeds that the page names, best first, without duplicates: `<link rel="alternate">`, then links that
    /// look like feeds. If the page has no such `<link>`, those in the response's `Link` fields count as its own.
    package static func candidates(
        in page: [UInt8], url: String, contentType: String? = nil, links: [String] = []
    ) -> [Candidate] {
        var reader = PageReader((try? DocumentText.utf8(page, contentType: contentType)) ?? [], url: url)
        var found = reader.read()
        if !found.contains(where: { $0.origin == .link }) {
            reader = PageReader(Array(links.map(tags).joined().utf8), url: url)
            found += reader.read()
        }
        var seen: Set<String> = []
        return found.sorted { $0.origin.rawValue < $1.origin.rawValue }.filter { seen.insert($0.url).inserted }
    }

    /// Writes a `Link` field (RFC 8288 §3) as tags: the parameters of a link have the form of attributes.
    private static func tags(linkField: String) -> String {
        linkField.split(separator: "<").map { link in
            let address = link.prefix { $0 != ">" && $0 != "\"" }
            let parameters = link.dropFirst(address.count + 1).map { ";,".contains($0) ? " " : $0 }
            return "<link href=\"\(address)\" \(String(parameters))>"
        }.joined()
    }

    /// Returns the address that a page leads to by `<meta http-equiv="refresh">`; nil if it leads nowhere, or to
    /// itself.
    package static func nextPage(of page: [UInt8], url: String, contentType: String? = nil) -> String? {
        guard let text = try? DocumentText.utf8(page, contentType: contentType) else { return nil }
        var reader = PageReader(text, url: url)
        _ = reader.read()
        return reader.nextPage
    }

    /// Returns the usual addresses of feeds on the site of `url`, to be tried if a page names none.
    package static func commonLocations(for url: String) -> [Candidate] {
        guard WebAddress.isWebPage(url) else { return [] }
        var seen: Set<String> = []
        return usualPaths.map { WebAddress.resolve($0, against: url) }.filter { seen.insert($0).inserted }
            .map { Candidate(url: $0, title: nil, origin: .commonLocation) }
    }

    /// Beside the page first, then at the site's root; ordered by how common they are.
    private static let usualPaths = [
        "feed", "/feed", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml", "/rss", "/feed.json",
        "/feeds/posts/default",
        "/blog/feed", "/blog/index.xml", "/index.rss", "/feed.atom",
    ]
}

/// Reads a page's links.
private struct PageReader {
    private var scanner: MarkupScanner
    private let url: String
    private var base: BaseAddress?
    /// True once the page has named its base.
    private var hasBase = false
    private var found: [FeedDiscovery.Candidate] = []
    private(set) var nextPage: String?
    /// An anchor whose text is its title.
    private var anchor: (address: String, textStart: Int)?

    /// Maximum number of feeds of a page; real pages name fewer.
    private static let maximumCount = 100
    /// Maximum number of addresses that are resolved; later ones are ignored. Real pages have fewer.
    private static let maximumAddresses = 20_000

    private var addresses = 0

    init(_ text: [UInt8], url: String) {
        scanner = MarkupScanner(text, dialect: .html)
        self.url = url
        base = url.utf8.count <= FeedLimits.address ? BaseAddress(url) : nil
    }

    mutating func read() -> [FeedDiscovery.Candidate] {
        while found.count < Self.maximumCount, let token = scanner.next() {
            switch token {
            case .startTag(let tag):
                switch scanner.lowercasedName(tag.name) {
                case "base":
                    // HTML §4.2.3: only the first `base` counts.
                    if !hasBase, let new = address(tag), new.utf8.count <= FeedLimits.base {
                        (base, hasBase) = (BaseAddress(new), true)
                    }
                case "link": recordLink(tag)
                case "meta": recordRefresh(tag)
                case "a":
                    closeAnchor()
                    if let address = address(tag) { anchor = (address, scanner.position) }
                default: break
                }
            case .endTag(let name) where scanner.lowercasedName(name) == "a": closeAnchor()
            default: break
            }
        }
        return found
    }

    private mutating func recordLink(_ tag: StartTag) {
        let relations = (scanner.attribute("rel", of: tag) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        guard relations.contains("alternate") || relations.contains("feed"), let address = address(tag) else { return }
        let type = scanner.attribute("type", of: tag)?.split(separator: ";").first.map {
            String($0).trimmingSpaces.lowercased()
        }
        guard type.map(Self.feedTypes.contains) == true || relations.contains("feed") else { return }
        guard type != "application/json" || !Self.isWordPressAPI(address) else { return }
        let title = scanner.attribute("title", of: tag).map { WhiteSpace.collapsed($0) }?.nonEmpty
        found.append(.init(url: address, title: title, origin: .link))
    }

    /// Reads the page that follows this one, as in `content="0; url=/en/"` (HTML §4.2.5.3).
    private mutating func recordRefresh(_ tag: StartTag) {
        guard nextPage == nil, scanner.attribute("http-equiv", of: tag)?.trimmingSpaces.lowercased() == "refresh",
            let content = scanner.attribute("content", of: tag)
        else { return }
        let rest = String(content.drop { $0 != ";" && $0 != "," }.dropFirst()).trimmingSpaces
        guard rest.lowercased().hasPrefix("url"), let equals = rest.firstIndex(of: "=") else { return }
        let value = String(rest[equals...].dropFirst()).trimmingSpaces
        let reference = value.drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" }
        guard !reference.isEmpty, let address = absolute(String(reference)), !isPageItself(address) else { return }
        nextPage = address
    }

    private mutating func closeAnchor() {
        guard let (address, start) = anchor else { return }
        anchor = nil
        let title = PlainText.line(html: scanner.bytes, in: start..<scanner.tokenStart).nonEmpty
        guard Self.looksLikeFeed(address) || title.map(Self.isFeedText) == true, !isPageItself(address) else { return }
        found.append(.init(url: address, title: title, origin: .anchor))
    }

    private mutating func address(_ tag: StartTag) -> String? {
        guard addresses < Self.maximumAddresses,
            let reference = scanner.attribute("href", of: tag)?.trimmingSpaces.nonEmpty
        else { return nil }
        addresses += 1
        return absolute(reference)
    }

    /// Pages link to feeds with `feed:` before an address or in place of its scheme.
    private func absolute(_ reference: String) -> String? {
        let isFeedLink = WebAddress.scheme(of: reference) == "feed"
        let reference = isFeedLink ? String(reference.dropFirst("feed:".count)) : reference
        let address = base?.resolve(reference) ?? WebAddress.resolve(reference, against: nil)
        return WebAddress.isWebPage(address) ? address : nil
    }

    private static let feedTypes: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
        "application/json", "application/xml", "text/xml", "text/rss+xml", "text/atom+xml", "application/x-rss+xml",
    ]

    /// True for an address of the API that each page of WordPress names beside its feeds, with JSON Feed's former type.
    private static func isWordPressAPI(_ address: String) -> Bool {
        address.contains("/wp-json/") || address.contains("?rest_route=")
    }

    private func isPageItself(_ address: String) -> Bool {
        address.prefix { $0 != "#" } == url.prefix { $0 != "#" }
    }

    /// True if the last part of the address's path is a usual name of a feed, or of an XML document.
    private static func looksLikeFeed(_ address: String) -> Bool {
        let path = address.lowercased().withoutQuery
        let last = path.split(separator: "/").last ?? ""
        return ["feed", "rss", "atom", "feed.json"].contains(last)
            || [".rss", ".atom", ".rdf", ".xml"].contains { last.hasSuffix($0) } && !last.hasPrefix("sitemap")
    }

    /// True if a link's text consists of the words for a feed: `Subscribe via RSS`.
    private static func isFeedText(_ text: String) -> Bool {
        guard text.utf8.count <= maximumFeedTextLength else { return false }
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.contains(where: feedWords.contains)
            && words.allSatisfy { feedWords.contains($0) || besideFeedWords.contains($0) }
    }

    /// Maximum length of a text, in bytes, that may name only a feed.
    private static let maximumFeedTextLength = 60
    private static let feedWords: Set<String> = ["rss", "rss2", "atom", "feed", "feeds", "xml"]
    private static let besideFeedWords: Set<String> = [
        "subscribe", "follow", "get", "via", "by", "with", "to", "in", "the", "our", "my", "this", "a", "an", "and",
        "or",
        "json", "web", "news", "blog", "site", "full", "text", "posts", "articles", "entries", "channel", "0", "1", "2",
        "flux", "fil", "abonnieren", "als",
    ]
}
