import Basics

/// Decides if a page certainly comes from the requested server, and not from a hotspot that answered in its place.
package enum PageProof {
    /// Minimum length of a title, in letters and digits, that counts as proof (12): a shorter one may be on any page.
    private static let minimumTitleLength = 12

    /// - Parameters:
    ///   - asked: the requested address.
    ///   - answered: the address that answered, after redirects.
    ///   - article: the article's title in its feed.
    ///   - page: the page's own title.
    static func isProven(asked: String, answered: String, article: String?, page: String?) -> Bool {
        isVerified(asked: asked, answered: answered) || holds(article, in: page)
    }

    /// True if the page's own title contains the article's title in its feed, which a hotspot does not know.
    static func holds(_ article: String?, in page: String?) -> Bool {
        let (title, own) = (letters(of: article ?? ""), letters(of: page ?? ""))
        return title.count >= minimumTitleLength && (holds(Array(own.utf8), Array(title.utf8)) || own.contains(title))
    }

    /// True if the text contains the title's bytes: they find nearly all titles, and comparing characters takes far
    /// longer.
    private static func holds(_ text: [UInt8], _ title: [UInt8]) -> Bool {
        text.indices.dropLast(title.count - 1).contains { start in
            text[start] == title[0] && text[start..<start + title.count].elementsEqual(title)
        }
    }

    /// True if a certificate vouches for the server: a hotspot has none for another host.
    package static func isVerified(asked: String, answered: String) -> Bool {
        guard isSecure(answered) else { return false }
        return isSecure(asked) || host(of: asked) == host(of: answered)
    }

    private static func isSecure(_ url: String) -> Bool {
        WebAddress.scheme(of: url) == "https"
    }

    private static func host(of url: String) -> String? {
        ShownAddress.authority(of: url).map { authority in
            var host = ShownAddress.hostAndPort(of: authority).lowercased()
            // An IPv6 address in brackets has colons of its own.
            if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") { host = String(host[..<colon]) }
            return DomainName.ascii(host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
        }
    }

    private static func letters(of title: String) -> String {
        title.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
