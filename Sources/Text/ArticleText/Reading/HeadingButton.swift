import Basics
import Markup

/// Buttons that are the whole text of a heading, with which accordions show and hide their parts.
extension MarkupScanner {
    /// Maximum length of a heading's start tag, in bytes.
    private static let maximumHeadingTagLength = 500
    /// Maximum number of tokens from the start of a button to the end of its heading.
    private static let maximumButtonTokens = 40

    /// True for a button with nothing before and after it in its heading. Other buttons in a heading copy its address or
    /// open a menu, and those with a number count readers.
    func isWholeHeading(button tag: StartTag) -> Bool {
        guard bytes.equals(ignoringCase: "button", in: tag.name), isFirstInHeading else { return false }
        var inside = self
        var isClosed = false
        for _ in 0..<Self.maximumButtonTokens {
            switch inside.next() {
            case .endTag(let name)? where isClosed: return isHeading(name)
            case .endTag(let name)?: isClosed = bytes.equals(ignoringCase: "button", in: name)
            case .startTag? where isClosed: return false
            case .text(let text)? where isClosed && !bytes.trimmed(text).isEmpty: return false
            case .text(let text)? where isCount(text): return false
            case nil: return false
            default: break
            }
        }
        return false
    }

    /// True for a number, alone or before one more word: "13 responses". A year alone is a heading.
    private func isCount(_ text: Range<Int>) -> Bool {
        let words = bytes[bytes.trimmed(text)].split(maxSplits: 2, whereSeparator: \.isMarkupSpace)
        guard 1...2 ~= words.count, words[0].allSatisfy(\.isASCIIDigit) else { return false }
        let isYear = words[0].count == 4 && (words[0].starts(with: "19".utf8) || words[0].starts(with: "20".utf8))
        return !isYear || words.count == 2
    }

    /// True if the tag before the current one begins a heading.
    private var isFirstInHeading: Bool {
        var end = tokenStart
        while end > 0, bytes[end - 1].isMarkupSpace { end -= 1 }
        guard end > 0, bytes[end - 1] == UInt8(ascii: ">") else { return false }
        let before = bytes[max(0, end - Self.maximumHeadingTagLength)..<end]
        guard let start = before.lastIndex(of: UInt8(ascii: "<")), start + 3 < end else { return false }
        return isHeading(start + 1..<start + 3) && (bytes[start + 3].isMarkupSpace || start + 4 == end)
    }

    private func isHeading(_ name: Range<Int>) -> Bool {
        guard name.count == 2, bytes.hasBytes(ignoringCase: "h", at: name.lowerBound) else { return false }
        return UInt8(ascii: "1")...UInt8(ascii: "6") ~= bytes[name.lowerBound + 1]
    }
}
