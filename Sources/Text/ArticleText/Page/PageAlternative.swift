import Basics
import Markup

/// A simpler page with the same text: some pages are stubs that load their text with a script, and name another page.
public enum PageAlternative {
    /// Maximum length of a page's head that is read, in bytes.
    private static let maximumHeadSize = 1 << 18

    /// Below this text length, in characters, a page is a stub.
    public static let stubText = 250

    /// True if the page has so little text that its alternative may hold more.
    public static func isStub(_ main: MainContent?) -> Bool {
        (main?.textLength ?? 0) < stubText
    }

    /// Returns the address that a page names as its AMP version (`rel="amphtml"`), or else as its print version
    /// (`rel="alternate" media="print"`). Nothing is fetched.
    ///
    /// - Returns: nil if the page names no alternative on the web or only itself, or if the page was fetched over TLS
    ///   and its alternative would not be.
    public static func address(html: String, url: String) -> String? {
        guard let address = named(html: html, url: url), address != url else { return nil }
        switch WebAddress.scheme(of: address) {
        case "https": return address
        case "http": return WebAddress.scheme(of: url) == "https" ? nil : address
        default: return nil
        }
    }

    private static func named(html: String, url: String) -> String? {
        var scanner = MarkupScanner(SafeText.clean(html.bytes(upTo: maximumHeadSize)), dialect: .html)
        let links = LinkTable(base: url)
        var print: String?
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            switch ShortName(scanner.bytes, tag.name) {
            case "body": return print
            case "link":
                let kinds = scanner.attribute("rel", of: tag)?.lowercased().split(separator: " ") ?? []
                guard let reference = scanner.attribute("href", of: tag) else { continue }
                if kinds.contains("amphtml") { return links.address(of: reference) }
                if kinds.contains("alternate"), scanner.attribute("media", of: tag)?.lowercased() == "print" {
                    print = print ?? links.address(of: reference)
                }
            default: break
            }
        }
        return print
    }
}
