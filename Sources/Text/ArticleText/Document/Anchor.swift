import Basics
import Markup

/// The open `a` element.
struct Anchor {
    /// The target address; nil if it cannot be opened.
    let address: String?
    /// True if the link leads to a position in the article itself.
    let leadsInside: Bool
    /// True if the name of that position names a note: `#footnote-1`, `#fn:1`.
    let leadsToNote: Bool
    /// The number of open elements around it.
    let depth: Int
    /// The length of the text before it.
    let start: Int
    /// Its number, assigned when its first text arrives.
    var index: Int?
    var holdsPicture = false
    /// True after the arrow that leads from a note back to the text.
    var isBackLink = false
}

extension HTMLReader {
    /// HTML §13.2.6.4.7: an `a` ends the one before it.
    mutating func startAnchor(_ tag: StartTag) {
        endAnchor()
        if writer.lastByte != nil, scanner.standsApart(tag) { writer.append(" ") }
        guard let reference = scanner.attribute("href", of: tag) else { return }
        let leadsInside = reference.utf8.first == UInt8(ascii: "#")
        anchor = Anchor(
            address: links.address(of: reference), leadsInside: leadsInside,
            leadsToNote: leadsInside && (reference.contains("note") || reference.hasPrefix("#fn")), depth: open.count,
            start: writer.textLength)
    }

    /// Closes the link. The number of a link that holds only a picture is shown next to the picture's number.
    mutating func endAnchor() {
        if let anchor, let address = anchor.address, anchor.holdsPicture, anchor.index == nil {
            writer.linkPicture(to: links.index(of: address))
        }
        anchor = nil
    }

    /// Returns the number of the open link, assigned when its first text arrives.
    mutating func linkIndex(_ text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let address = anchor?.address else { return nil }
        guard anchor?.index == nil, range.contains(where: { !text[$0].isMarkupSpace }) else { return anchor?.index }
        anchor?.index = links.index(of: address)
        return anchor?.index
    }

    /// True if the text only marks a position, which a terminal cannot jump to: the sign next to a heading, or a note's
    /// back link.
    mutating func skipsMark(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        guard let anchor, anchor.leadsInside, range.count <= Self.maximumMarkLength else { return false }
        let mark = String(decoding: text[text.trimmed(range)], as: UTF8.self)
        // Further links from a note to the text are numbered: `↩<sup>2</sup>`.
        if anchor.isBackLink, mark.utf8.allSatisfy(\.isASCIIDigit) { return true }
        self.anchor?.isBackLink = mark.unicodeScalars.first == "↩"
        return Self.marksOfPositions.contains(mark)
    }

    /// True for the number of a note directly after a word or a sentence: styles raise it, which the text alone does
    /// not show, and "in 2024" with note 1 would read "in 20241".
    func isNoteNumber(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        guard anchor?.leadsToNote == true, let last = writer.lastByte, !"[(".utf8.contains(last) else { return false }
        let number = text.trimmed(range)
        return !number.isEmpty && text[number].allSatisfy(\.isASCIIDigit)
    }

    private static let maximumMarkLength = 16
    /// WordPress makes a picture of the arrow only, and leaves the variation selector behind it.
    private static let marksOfPositions: Set<String> = [
        "#", "¶", "§", "🔗", "↩", "↩︎", "↩️", "↑", "⤴", "^", "\u{FE0E}", "\u{FE0F}",
    ]
}
