import Basics

/// Reads real-world XML or HTML: any bytes yield tokens, there are no errors, and each byte is read a bounded number of
/// times.
///
/// The bytes are UTF-8 (`SafeText` ensures this). One scanner reads both languages; `dialect` selects the rules in
/// which they differ. It keeps no tree and no stack, so nesting costs nothing.
package struct MarkupScanner: Sendable {
    package enum Dialect: Sendable {
        case xml, html
    }

    package let bytes: [UInt8]
    let dialect: Dialect
    /// The start of the next token.
    package private(set) var position: Int
    /// The start of the last token, including its `<`.
    package private(set) var tokenStart: Int
    /// The entities that the document declares; filled from its doctype (XML only).
    var entities = DeclaredEntities()

    private let end: Int
    /// The element, `script` or `style`, whose literal content comes next.
    private var rawTextElement: Range<Int>?
    private var quotes = QuoteSearch()
    /// The position after which no CDATA section ends, so that a return into an open one does not search for its end
    /// again.
    private var withoutSectionEnd = Int.max
    /// True once the doctype was read. A document has only one; a second one would be searched to the document's end.
    private var hasDoctype = false

    /// Scans `range` of `bytes`, or all of them.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil, dialect: Dialect) {
        let range = range ?? bytes.indices
        self.bytes = bytes
        self.dialect = dialect
        position = range.lowerBound
        tokenStart = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next token, or nil at the end.
    package mutating func next() -> Token? {
        guard position < end else { return nil }
        tokenStart = position
        if let element = rawTextElement {
            rawTextElement = nil
            if let text = rawText(endedBy: element) { return .rawText(text) }
            tokenStart = position
        }
        guard position < end else { return nil }
        return markup(at: position) ?? text()
    }

    /// Continues at `position`, which may be before or after the current one.
    package mutating func skip(to position: Int) {
        self.position = min(position, end)
        rawTextElement = nil
    }

    /// Skips text, and tags without attributes, up to the first other token: a body consists mostly of these. Stops at
    /// names with the initials of `script` and `style`, whose content is literal, and of `object` and `applet`.
    package mutating func skipPlainTags() {
        guard rawTextElement == nil else { return }
        var from = position
        while from < end, let bracket = bytes.firstIndex(of: ASCII.lessThan, in: from..<end) {
            guard let close = endOfPlainTag(at: bracket) else {
                position = bracket
                return
            }
            from = close
        }
        position = end
    }

    /// Returns the position after a tag of the form `<name>`, `<name/>` or `</name>`; nil for any other.
    private func endOfPlainTag(at bracket: Int) -> Int? {
        var index = bracket + 1
        if index < end, bytes[index] == ASCII.solidus { index += 1 }
        guard index < end, bytes[index].isASCIILetter else { return nil }
        switch bytes[index].lowercasedASCII {
        case UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "s"): return nil
        default: break
        }
        while index < end, bytes[index].isASCIILetter || bytes[index].isASCIIDigit { index += 1 }
        if index < end, bytes[index] == ASCII.solidus { index += 1 }
        return index < end && bytes[index] == ASCII.greaterThan ? index + 1 : nil
    }

    // MARK: Markup after a bracket

    /// Returns the markup that begins at `start`, or nil if its `<` is only a character.
    private mutating func markup(at start: Int) -> Token? {
        guard bytes[start] == ASCII.lessThan, start + 1 < end else { return nil }
        let byte = bytes[start + 1]
        if byte.beginsName { return .startTag(startTag(at: start + 1)) }
        switch byte {
        case ASCII.solidus: return endTag(at: start + 2)
        case ASCII.exclamationMark: return declaration(at: start)
        case ASCII.questionMark: return instruction(at: start + 2)
        default: return nil
        }
    }

    private mutating func text() -> Token {
        let start = position
        var from = start + 1
        while let bracket = from < end ? bytes.firstIndex(of: ASCII.lessThan, in: from..<end) : nil {
            if beginsMarkup(at: bracket) {
                position = bracket
                return .text(start..<bracket)
            }
            from = bracket + 1
        }
        position = end
        return .text(start..<end)
    }

    private func beginsMarkup(at bracket: Int) -> Bool {
        guard bracket + 1 < end else { return false }
        let byte = bytes[bracket + 1]
        guard byte == ASCII.solidus else {
            return byte.beginsName || byte == ASCII.exclamationMark || byte == ASCII.questionMark
        }
        guard bracket + 2 < end else { return false }
        return bytes[bracket + 2].beginsName || bytes[bracket + 2] == ASCII.greaterThan
    }

    private mutating func startTag(at start: Int) -> StartTag {
        let nameStart = startOfLocalName(at: start)
        let nameEnd = endOfName(from: nameStart)
        let close = endOfTag(from: nameEnd)
        var attributesEnd = close
        var isSelfClosing = false
        if close > nameEnd, bytes[close - 1] == ASCII.solidus, closesItself(solidus: close - 1, nameEnd: nameEnd) {
            attributesEnd = close - 1
            isSelfClosing = true
        }
        position = close < end && bytes[close] == ASCII.greaterThan ? close + 1 : close
        let name = nameStart..<nameEnd
        if dialect == .html, HTMLElement.isRawText(bytes, name) { rawTextElement = name }
        return StartTag(name: name, attributes: nameEnd..<attributesEnd, isSelfClosing: isSelfClosing)
    }

    /// In HTML the solidus of `<a href=http://example.org/>` is part of the address.
    private func closesItself(solidus: Int, nameEnd: Int) -> Bool {
        guard dialect == .html, solidus > nameEnd else { return true }
        let before = bytes[solidus - 1]
        return before.isMarkupSpace || before == ASCII.quotationMark || before == ASCII.apostrophe
    }

    private mutating func endTag(at start: Int) -> Token? {
        guard start < end, bytes[start].beginsName else {
            // HTML §13.2.5.7: `</` begins a comment unless a letter follows; at the end of the text it is text.
            guard start < end, bytes[start] == ASCII.greaterThan else { return nil }
            position = start + 1
            return .comment(start..<start)
        }
        let nameStart = startOfLocalName(at: start)
        let nameEnd = endOfName(from: nameStart)
        let close = endOfTag(from: nameEnd)
        position = close < end && bytes[close] == ASCII.greaterThan ? close + 1 : close
        return .endTag(name: nameStart..<nameEnd)
    }

    private mutating func instruction(at start: Int) -> Token {
        let close =
            dialect == .xml
            ? bytes.firstRange(of: "?>", in: start..<end)
            : bytes.firstRange(of: ">", in: start..<end)
        position = close?.upperBound ?? end
        return .instruction(start..<(close?.lowerBound ?? end))
    }

    private mutating func declaration(at start: Int) -> Token {
        if bytes.hasBytes("<!--", at: start) {
            return dialect == .xml ? comment(from: start + 4, until: "-->") : comment(fromContent: start + 4)
        }
        if bytes.hasBytes(ignoringCase: "<![cdata[", at: start) {
            return characterData(from: start + 9)
        }
        if !hasDoctype, bytes.hasBytes(ignoringCase: "<!doctype", at: start) {
            hasDoctype = true
            return doctype(from: start + 9)
        }
        return comment(from: start + 2, until: ">")
    }

    /// HTML §13.2.5.44 and 13.2.5.52: `<!-->` and `<!--->` are complete comments, and `--!>` ends one like `-->`.
    private mutating func comment(fromContent start: Int) -> Token {
        let start = min(start, end)
        if bytes.hasBytes(">", at: start) || bytes.hasBytes("->", at: start) { return comment(from: start, until: ">") }
        let usualEnd = bytes.firstRange(of: "-->", in: start..<end)?.lowerBound ?? end
        let endsEarlier = bytes.firstRange(of: "--!>", in: start..<usualEnd) != nil
        return comment(from: start, until: endsEarlier ? "--!>" : "-->")
    }

    private mutating func comment(from start: Int, until mark: StaticString) -> Token {
        let start = min(start, end)
        let close = bytes.firstRange(of: mark, in: start..<end)
        position = close?.upperBound ?? end
        return .comment(start..<(close?.lowerBound ?? end))
    }

    private mutating func characterData(from start: Int) -> Token {
        let start = min(start, end)
        let close = start < withoutSectionEnd ? bytes.firstRange(of: "]]>", in: start..<end) : nil
        if close == nil { withoutSectionEnd = min(withoutSectionEnd, start) }
        position = close?.upperBound ?? end
        return .characterData(start..<(close?.lowerBound ?? end))
    }

    private mutating func doctype(from start: Int) -> Token {
        let start = min(start, end)
        let close = DeclaredEntities.endOfDoctype(bytes, from: start, to: end)
        position = min(close + 1, end)
        if dialect == .xml { entities.declare(bytes, in: start..<close) }
        return .doctype(start..<close)
    }

    // MARK: Ends of tags and raw text

    /// Returns the start of a name without the prefixes of the XML that scientific journals paste into HTML:
    /// `mml:math`, `jats:p`. `jats:title` keeps its own: it is a heading, and HTML's `title` is hidden.
    private func startOfLocalName(at start: Int) -> Int {
        guard dialect == .html else { return start }
        let length = bytes.hasBytes("mml:", at: start) ? 4 : bytes.hasBytes("jats:", at: start) ? 5 : 0
        let local = start + length
        return local < end && bytes[local].beginsName && !bytes.hasBytes("title", at: local) ? local : start
    }

    private func endOfName(from start: Int) -> Int {
        bytes.endOfName(in: start..<end)
    }

    /// Returns the `>` of a tag outside quotes; the `<` of the next tag if this one was never closed; or the end.
    private mutating func endOfTag(from start: Int) -> Int {
        var index = start
        var followsEquals = false
        while index < end {
            let byte = bytes[index]
            if byte == ASCII.greaterThan || byte == ASCII.lessThan { return index }
            if followsEquals, byte == ASCII.quotationMark || byte == ASCII.apostrophe,
                let close = quotes.closing(byte, after: index, in: bytes, before: end)
            {
                index = close
            }
            if !byte.isMarkupSpace { followsEquals = byte == ASCII.equals }
            index += 1
        }
        return end
    }

    /// HTML §13.2.5.12: everything up to the element's own end tag is text.
    private mutating func rawText(endedBy element: Range<Int>) -> Range<Int>? {
        let start = position
        var from = start
        while let bracket = bytes.firstRange(of: "</", in: from..<end) {
            let nameEnd = endOfName(from: bracket.upperBound)
            if bytes.sameName(bracket.upperBound..<nameEnd, element) {
                position = bracket.lowerBound
                return start == position ? nil : start..<position
            }
            from = bracket.upperBound
        }
        position = end
        return start..<end
    }
}
