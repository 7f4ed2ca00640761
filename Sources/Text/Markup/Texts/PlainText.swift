import Basics

/// The visible text of a piece of HTML as one line, for titles, summaries and lists.
package enum PlainText {
    /// Returns the visible text of `html`: tags removed, references decoded, white space collapsed, block elements
    /// separated.
    package static func line(html: [UInt8], in range: Range<Int>? = nil) -> String {
        let range = range ?? html.indices
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        append(html, range, to: &text)
        return WhiteSpace.collapsed(text, in: text.indices)
    }

    /// Returns the visible text of a title, and the tags that are words of it: "The <details> element".
    package static func title(html: [UInt8], in range: Range<Int>? = nil) -> String {
        let range = range ?? html.indices
        let words = tagsAsWords(html, range)
        guard !words.isEmpty else { return line(html: html, in: range) }
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var position = range.lowerBound
        for start in words {
            text.append(contentsOf: html[position..<start])
            text.append(contentsOf: "&lt;".utf8)
            position = start + 1
        }
        text.append(contentsOf: html[position..<range.upperBound])
        return line(html: text)
    }

    /// Maximum number of tags that are words of a title.
    private static let maximumWords = 8

    /// Returns the starts of the tags without attributes and end tags whose elements would show nothing in a title.
    private static func tagsAsWords(_ html: [UInt8], _ range: Range<Int>) -> [Int] {
        var scanner = MarkupScanner(html, in: range, dialect: .html)
        var words: [(start: Int, name: Range<Int>)] = []
        while words.count <= maximumWords, let token = scanner.next() {
            switch token {
            case .startTag(let tag) where tag.attributes.isEmpty:
                guard HTMLElement.traits(of: html[tag.name]).contains(.notInTitles) else { continue }
                words.append((scanner.tokenStart, tag.name))
                // The rest after a script without an end is text, with more such words in it.
                var ahead = scanner
                if case .rawText(let text)? = ahead.next(), text.upperBound == range.upperBound {
                    scanner.skip(to: text.lowerBound)
                }
            case .endTag(let name): words.removeAll { html.sameName($0.name, name) }
            default: break
            }
        }
        return words.count > maximumWords ? [] : words.map { $0.start }
    }

    /// Returns the visible text of `html` for a search index: the text of `line`, but with its white space unchanged,
    /// and without soft hyphens, which would split words.
    ///
    /// - Parameter limit: in bytes; reading stops there.
    package static func words(html: String, limit: Int) -> String {
        let html = Array(html.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(min(html.count, limit))
        append(html, html.indices, to: &text, limit: limit)
        return String(decoding: withoutSoftHyphens(text.prefix(limit)), as: UTF8.self)
    }

    /// Returns a title without soft hyphens: words with them would be found by no search and no rule. Returns nil if
    /// nothing of it is visible, as of a zero-width space.
    package static func visibleTitle(_ title: String) -> String? {
        let isVisible = title.unicodeScalars.contains {
            $0.isASCII ? $0 != " " : !$0.properties.isDefaultIgnorableCodePoint
        }
        guard isVisible else { return nil }
        guard title.utf8.contains(0xAD) else { return title }
        let text = Array(withoutSoftHyphens(Array(title.utf8)[...]))
        return WhiteSpace.collapsed(text, in: text.indices)
    }

    /// Returns `text` in UTF-8 without soft hyphens, white space unchanged.
    package static func withoutSoftHyphens(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.withUnsafeBufferPointer { bytes in
            // This is U+00AD in UTF-8. Its second byte is part of many other characters.
            let hyphens = bytes.indices.dropLast().filter { bytes[$0] == 0xC2 && bytes[$0 + 1] == 0xAD }
            guard !hyphens.isEmpty else { return text }
            var output: ArraySlice<UInt8> = []
            output.reserveCapacity(bytes.count)
            var position = 0
            for hyphen in hyphens {
                output.append(contentsOf: bytes[position..<hyphen])
                position = hyphen + 2
            }
            output.append(contentsOf: bytes[position...])
            return output
        }
    }

    /// True if the text contains a known HTML tag, a comment or an entity, and so is read as HTML.
    ///
    /// `AT&amp;T` and `<b>bold</b>` are HTML; `1 < 2`, `Q & A` and `Array<String>` are text.
    package static func looksLikeHTML(_ text: [UInt8], in range: Range<Int>? = nil) -> Bool {
        let range = range ?? text.indices
        if text.firstIndex(of: ASCII.lessThan, in: range) != nil, holdsKnownTag(text, range) { return true }
        return text.firstIndex(of: ASCII.ampersand, in: range) != nil && holdsReference(text, range)
    }

    private static func append(_ html: [UInt8], _ range: Range<Int>, to text: inout [UInt8], limit: Int = .max) {
        var scanner = MarkupScanner(html, in: range, dialect: .html)
        var hiding: Range<Int>?
        while text.count < limit, let token = scanner.next() {
            switch token {
            case .text(let range) where hiding == nil: scanner.appendDecoded(range, to: &text)
            case .characterData(let range) where hiding == nil: text.append(contentsOf: html[range])
            case .startTag(let tag) where hiding == nil:
                let traits = HTMLElement.traits(of: html[tag.name])
                if traits.contains(.hidden), !traits.contains(.void), !tag.isSelfClosing { hiding = tag.name }
                if traits.contains(.block) { text.append(ASCII.space) }
                if text.last?.isASCIIDigit == true, isExponent(tag, scanner) { text.append(UInt8(ascii: "^")) }
            case .endTag(let name):
                if let hidden = hiding {
                    if html.sameName(hidden, name) { hiding = nil }
                } else if HTMLElement.traits(of: html[name]).contains(.block) {
                    text.append(ASCII.space)
                }
            default: break
            }
        }
    }

    /// True for the exponent of a number: 10<sup>5</sup> is not 105.
    private static func isExponent(_ tag: StartTag, _ scanner: MarkupScanner) -> Bool {
        let bytes = scanner.bytes
        guard tag.name.count == 3, bytes.hasBytes(ignoringCase: "sup", at: tag.name.lowerBound) else { return false }
        var inside = scanner
        guard case .text(let text)? = inside.next() else { return false }
        return bytes[text.lowerBound].isASCIIDigit || bytes[text.lowerBound] == UInt8(ascii: "-")
            || bytes.hasBytes("−", at: text.lowerBound) || bytes.hasBytes("–", at: text.lowerBound)
    }

    private static func holdsKnownTag(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        var scanner = MarkupScanner(text, in: range, dialect: .html)
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag) where HTMLElement.traits(of: text[tag.name]).contains(.known): return true
            case .endTag(let name) where HTMLElement.traits(of: text[name]).contains(.known): return true
            case .comment, .doctype, .characterData: return true
            default: break
            }
        }
        return false
    }

    private static func holdsReference(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        var entities = DeclaredEntities()
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        ReferenceDecoder.decode(text, range, dialect: .html, entities: &entities, into: &decoded)
        return !decoded.elementsEqual(text[range])
    }
}
