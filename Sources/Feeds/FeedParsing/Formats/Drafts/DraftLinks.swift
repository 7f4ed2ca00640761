import Basics
internal import FeedModel
internal import Markup

/// The links of a feed or an item, by their targets.
struct DraftLinks {
    /// The page itself.
    var page = Ranked<String>()
    var own: String?
    var related: String?
    var comments: String?
    var commentsFeed: String?
    var commentCount: Int?
    var next: String?
    var previousArchive: String?

    /// Reads a `link` of RSS (text) or of Atom (`href`, `rel`), in either format.
    mutating func record(
        _ element: FeedElement, _ capture: Capture, from scanner: inout MarkupScanner, in native: Vocabulary,
        enclosures: inout EnclosureList
    ) {
        if let reference = scanner.attribute("href", of: element.tag) {
            // An empty reference would resolve to the base, which no feed intends.
            guard let reference = reference.trimmingSpaces.nonEmpty, !WebAddress.isScript(reference) else { return }
            let address = Self.address(reference, base: element.base)
            if relation(element.tag, &scanner) == "enclosure" {
                let enclosure = EnclosureReading.enclosure(element.tag, base: element.base, from: &scanner)
                if let enclosure { enclosures.append(enclosure) }
            } else {
                record(address, element, &scanner, in: native)
            }
        } else if relation(element.tag, &scanner) == "alternate", let reference = scanner.value(capture),
            !WebAddress.isScript(reference)
        {
            page.offer(Self.address(reference, base: element.base), rank: 1)
        }
    }

    /// Returns the address of a page. In the settings of many sites, `www.quay.example` has no scheme.
    private static func address(_ reference: String, base: String?) -> String {
        let isHost =
            reference.utf8.starts(with: "www.".utf8) && base != nil
            && reference.utf8.prefix { $0 != UInt8(ascii: "/") }.count { $0 == UInt8(ascii: ".") } > 1
        return WebAddress.resolve(isHost ? "//" + reference : reference, against: base)
    }

    private mutating func record(
        _ address: String, _ element: FeedElement, _ scanner: inout MarkupScanner, in native: Vocabulary
    ) {
        let type = scanner.attribute("type", of: element.tag)?.trimmingSpaces.lowercased()
        let isPage = type.map { $0.hasPrefix("text/html") || $0.hasPrefix("application/xhtml") } ?? true
        switch relation(element.tag, &scanner) {
        case "alternate": page.offer(address, rank: rank(element, isPage: isPage, in: native))
        case "self": own = own ?? address
        case "related": related = related ?? address
        case "replies":
            // RFC 4685 §4: the number of replies there.
            commentCount = commentCount ?? scanner.attribute("thr:count", of: element.tag).flatMap(Self.count)
            if isPage { comments = comments ?? address }
            if type?.contains("xml") == true, !isPage { commentsFeed = commentsFeed ?? address }
        case "next": next = next ?? address
        case "prev-archive": previousArchive = previousArchive ?? address
        default: break
        }
    }

    /// Reads a number of comments.
    static func count(_ text: String) -> Int? { Int(text.trimmingSpaces, within: 0...Int.max) }

    /// In an RSS feed RSS elements rank first, and an Atom link ranks lower; in an Atom feed every link ranks first.
    private func rank(_ element: FeedElement, isPage: Bool, in native: Vocabulary) -> Int {
        guard isPage else { return 3 }
        return native == .atom || element.vocabulary == .rss ? 0 : 2
    }

    /// RFC 4287 §4.2.7.2: without `rel`, alternate; a full IRI of the registry equals its last part.
    private func relation(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String {
        guard let relation = scanner.attribute("rel", of: tag)?.trimmingSpaces.lowercased(), !relation.isEmpty else {
            return "alternate"
        }
        guard relation.hasPrefix("http") else { return relation }
        return relation.split(separator: "/").last.map(String.init) ?? relation
    }
}

extension WebAddress {
    /// True if the text is an absolute address that a browser opens.
    static func isWebPage(_ text: String) -> Bool {
        isHTTP(text) && !text.utf8.contains(where: \.isMarkupSpace)
    }
}
