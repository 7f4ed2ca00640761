import Markup

/// What a page says about itself: its titles and the base of its addresses.
struct PageFacts {
    /// Longer titles are cut off (in bytes).
    private static let longestTitle = 400
    private static let shortestTitlePart = 12

    private(set) var base: String?
    private var shared: String?
    private var own: [UInt8] = []
    private var heading: [UInt8] = []
    private var isInHeading = false
    private var isInTitle = false

    /// The title that the page gives to others, else its first heading, else its title without the site's name.
    var title: String {
        if let shared, !shared.isEmpty { return shared }
        let heading = Self.text(self.heading)
        return heading.isEmpty ? Self.withoutSite(Self.text(own)) : heading
    }

    mutating func start(_ tag: StartTag, _ name: ShortName, _ scanner: inout MarkupScanner) {
        switch name {
        case .meta:
            guard shared == nil, scanner.attribute("property", of: tag) == "og:title" else { return }
            shared = scanner.attribute("content", of: tag).map {
                WhiteSpace.collapsed(String($0.prefix(Self.longestTitle)))
            }
        case .base: base = base ?? scanner.attribute("href", of: tag)
        case .title: isInTitle = own.isEmpty
        case .firstHeading: isInHeading = heading.isEmpty
        default: break
        }
    }

    mutating func end(_ name: ShortName) {
        if name == .firstHeading { isInHeading = false }
    }

    /// Text that is seen.
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        guard isInHeading, heading.count < Self.longestTitle else { return }
        heading.append(contentsOf: bytes[range.prefix(Self.longestTitle)])
    }

    /// The content of an element that is not seen.
    mutating func take(_ bytes: [UInt8], _ range: Range<Int>) {
        guard isInTitle else { return }
        isInTitle = false
        own = Array(bytes[range.prefix(Self.longestTitle)])
    }

    /// The text of a heading, without the mark at its end by which it can be linked to.
    static func text(_ html: [UInt8]) -> String {
        var text = PlainText.line(html: html)
        while let last = text.last, marks.contains(last) { text.removeLast() }
        return text
    }

    private static let marks: Set<Character> = ["¶", "#", "§", "🔗", " "]

    /// "The article - The site" without the site, as far as that leaves a title.
    private static func withoutSite(_ title: String) -> String {
        for separator in [" | ", " — ", " – ", " - ", " · ", " » ", " :: "] {
            let parts = title.split(separator: separator)
            guard parts.count > 1 else { continue }
            let rest = parts.dropLast().joined(separator: separator)
            return rest.utf8.count >= shortestTitlePart ? rest : title
        }
        return title
    }
}
