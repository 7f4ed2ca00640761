import Basics
import Markup

/// A page's metadata: its titles, author, date, language, and the base of its addresses.
struct PageMetadata {
    /// Maximum length of a value, in bytes; longer ones are cut off.
    private static let maximumValueLength = 400
    private static let minimumTitlePartLength = 12

    private(set) var base: String?
    /// The language of the page (BCP 47), as written.
    private(set) var language: String?
    private var shared: String?
    /// The page's own summary of its content.
    private(set) var description: String?
    private var own: [UInt8] = []
    private var heading: [UInt8] = []
    private var namedAuthor: String?
    private var namedDate: String?
    private var markedDate: String?
    private(set) var linkedData = LinkedData()
    private var isInHeading = false
    /// True if the first heading is the name of the site, and a later one repeats the page's title.
    private var isHeadingOfSite = false

    /// The title that the page gives to other sites, or else its first heading, or else its title without the site's
    /// name.
    var title: String {
        if let shared, !shared.isEmpty { return shared }
        let heading = Self.text(self.heading)
        return heading.isEmpty || isHeadingOfSite ? Self.withoutSite(Self.text(own)) : heading
    }

    /// Notes that a heading repeats the page's title. In forums the first heading is only the name of the site.
    mutating func noteTitleHeading() {
        let (own, heading) = (Self.text(own), Self.text(heading))
        let title = Self.withoutSite(own)
        guard shared?.isEmpty ?? true, !heading.isEmpty, heading.count < title.count else { return }
        isHeadingOfSite = WordSet(String(own.dropFirst(title.count))).hasSameWords(as: WordSet(heading))
    }

    /// All candidates for the title.
    var titles: [String] {
        namedTitles + [Self.text(heading)]
    }

    /// The titles that the page names outside its text.
    var namedTitles: [String] {
        [shared ?? "", Self.withoutSite(Self.text(own))]
    }

    /// The author's name; nil if the page gives the address of a profile instead, as some do.
    var author: String? {
        [namedAuthor, linkedData.author].compactMap { $0 }.first { !$0.isEmpty && !$0.hasPrefix("http") }
    }

    /// The date as it is written, usually in ISO 8601.
    var date: String? {
        namedDate ?? linkedData.datePublished ?? markedDate
    }

    mutating func start(_ tag: StartTag, _ name: ShortName, _ scanner: inout MarkupScanner) {
        switch name {
        case .meta: describe(tag, &scanner)
        case .base: base = base ?? scanner.attribute("href", of: tag)
        case .html: language = language ?? scanner.attribute("lang", of: tag).flatMap(Self.languageTag)
        case .firstHeading: isInHeading = heading.isEmpty
        case .time: markedDate = markedDate ?? scanner.attribute("datetime", of: tag).map(Self.fact)
        default: break
        }
    }

    private mutating func describe(_ tag: StartTag, _ scanner: inout MarkupScanner) {
        let attribute = scanner.attribute("property", of: tag) ?? scanner.attribute("name", of: tag)
        guard let property = attribute ?? scanner.attribute("itemprop", of: tag) else { return }
        func content() -> String? {
            scanner.attribute("content", of: tag).map(Self.fact)
        }
        switch property.lowercased() {
        case "og:title": shared = shared ?? content()
        case "description", "og:description": description = description ?? content()
        case "author", "article:author", "dc.creator", "sailthru.author": namedAuthor = namedAuthor ?? content()
        case "article:published_time", "datepublished", "dc.date", "date", "pubdate": namedDate = namedDate ?? content()
        default: break
        }
    }

    mutating func end(_ name: ShortName) {
        if name == .firstHeading { isInHeading = false }
    }

    /// Adds visible text.
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        guard isInHeading, heading.count < Self.maximumValueLength else { return }
        heading.append(contentsOf: bytes[range.prefix(Self.maximumValueLength)])
    }

    /// Reads a hidden element as a whole.
    mutating func readHidden(
        _ tag: StartTag, _ name: ShortName, _ content: Range<Int>, _ scanner: inout MarkupScanner
    ) {
        switch name {
        case .title where own.isEmpty: own = Array(scanner.bytes[content.prefix(Self.maximumValueLength)])
        case .script where scanner.attribute("type", of: tag)?.lowercased() == "application/ld+json":
            linkedData.read(scanner.bytes, content)
        // The end tag was skipped too, so the text that follows is not part of the heading.
        case .firstHeading: isInHeading = false
        default: break
        }
    }

    /// Returns the text of a heading, without the link sign at its end.
    private static func text(_ html: [UInt8]) -> String {
        var text = PlainText.line(html: html)
        while let last = text.last, marks.contains(last) { text.removeLast() }
        return text
    }

    private static func fact(_ text: String) -> String {
        WhiteSpace.collapsed(String(text.prefix(maximumValueLength)))
    }

    private static func languageTag(_ text: String) -> String? {
        let tag = fact(text)
        let isTag =
            2...35 ~= tag.utf8.count
            && tag.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isTag ? tag : nil
    }

    private static let marks: Set<Character> = ["¶", "#", "§", "🔗", " "]

    /// Returns "The article - The site" without the site, provided that a title remains.
    private static func withoutSite(_ title: String) -> String {
        let bytes = Array(title.utf8)
        for separator in [" | ", " — ", " – ", " - ", " · ", " » ", " :: "] as [StaticString] {
            let last = bytes.indices.last { bytes[$0] == UInt8(ascii: " ") && bytes.hasBytes(separator, at: $0) }
            guard let last, last > 0 else { continue }
            return last >= minimumTitlePartLength ? String(decoding: bytes[..<last], as: UTF8.self) : title
        }
        return title
    }
}
