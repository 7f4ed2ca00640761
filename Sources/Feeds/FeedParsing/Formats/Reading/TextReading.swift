internal import Markup

/// Converts elements to strings: lines of plain text for titles and names, HTML for bodies.
extension MarkupScanner {
    /// An article's text in the form that the feed has it.
    enum Body {
        case html(String)
        case text(String)
    }

    /// Returns the element as one line of plain text; nil if nothing is visible.
    mutating func line(_ element: TextElement) -> String? {
        line(element) { PlainText.line(html: $0, in: $1) }
    }

    /// Returns the element as a title; nil if nothing is visible.
    mutating func title(_ element: TextElement) -> String? {
        line(element) { PlainText.title(html: $0, in: $1) }.flatMap { PlainText.visibleTitle($0) }
    }

    private mutating func line(_ element: TextElement, _ text: ([UInt8], Range<Int>) -> String) -> String? {
        let slice = content(element)
        let isHTML =
            switch element.form {
            case .text, .base64(isHTML: false): false
            case .html, .markup, .wrapped, .base64(isHTML: true): true
            // `AT&amp;T` is HTML, `1 < 2` is not.
            case .guess: PlainText.looksLikeHTML(slice.bytes, in: slice.range)
            }
        let line = isHTML ? text(slice.bytes, slice.range) : WhiteSpace.collapsed(slice.bytes, in: slice.range)
        return line.nonEmpty
    }

    /// Returns the element as an article's text, with absolute addresses; nil if it is empty.
    mutating func body(_ element: TextElement) -> Body? {
        let content = content(element).trimmed
        let slice = element.mayBeEscapedTwice ? Self.withTags(content) : content
        guard !slice.isEmpty else { return nil }
        let isText =
            switch element.form {
            case .text: true
            case .html, .markup, .wrapped: false
            case .guess, .base64: !PlainText.looksLikeHTML(slice.bytes, in: slice.range)
            }
        guard !isText else { return .text(slice.string) }
        let isXML = element.form == .markup
        return .html(BodyLinks.resolve(slice, against: element.base, isXML: isXML).string)
    }

    /// Returns the element's text without white space at its ends: for addresses, dates and the like. Returns nil if it
    /// is empty.
    mutating func value(_ capture: Capture) -> String? {
        text(capture).trimmed.string.nonEmpty
    }

    /// Returns the element's text on one line, for values that are shown or compared unchanged.
    mutating func word(_ capture: Capture) -> String? {
        let slice = text(capture)
        return WhiteSpace.collapsed(slice.bytes, in: slice.range).nonEmpty
    }

    private mutating func content(_ element: TextElement) -> TextSlice {
        switch element.form {
        case .markup: return MarkupCopy.html(of: element.capture, in: self)
        case .wrapped: return unwrapped(element.capture) ?? MarkupCopy.html(of: element.capture, in: self)
        case .base64:
            let coded = text(element.capture)
            return Self.decoded(coded) ?? coded
        case .text: return text(element.capture)
        case .html, .guess: return Self.unwrapped(text(element.capture))
        }
    }

    /// Decodes Base64 if the result is text. A short word such as "news" is Base64 by its letters alone.
    private static func decoded(_ coded: TextSlice) -> TextSlice? {
        guard let bytes = Base64.decode(coded.bytes[coded.range]), bytes.isUTF8,
            !bytes.contains(where: { $0 < 0x20 && !$0.isMarkupSpace })
        else { return nil }
        return TextSlice(SafeText.clean(bytes, isWellFormed: true))
    }

    /// Returns the escaped HTML in a program's own wrapper: one `div` or the like (perhaps around another) with nothing
    /// but text. Returns nil if the elements belong to the text.
    private mutating func unwrapped(_ capture: Capture) -> TextSlice? {
        var inside = MarkupScanner(bytes, in: capture.range, dialect: .xml)
        var depth = 0
        var isClosed = false
        while let token = inside.next() {
            switch token {
            case .startTag(let tag):
                guard !isClosed, wrappers.contains(lowercasedName(bytes.localName(of: tag.name))) else { return nil }
                depth += 1
            case .endTag:
                isClosed = true
                depth -= 1
            case .text(let range), .characterData(let range):
                if isClosed || depth == 0, !bytes.trimmed(range).isEmpty { return nil }
            default: break
            }
        }
        let escaped = text(capture)
        return PlainText.looksLikeHTML(escaped.bytes, in: escaped.range) ? escaped : nil
    }

    /// Removes a CDATA section that was escaped once more, so that its brackets became text.
    private static func unwrapped(_ slice: TextSlice) -> TextSlice {
        let range = slice.trimmed.range
        guard range.count >= 12, slice.bytes.hasBytes("<![CDATA[", at: range.lowerBound),
            slice.bytes.hasBytes("]]>", at: range.upperBound - 3)
        else { return slice }
        return TextSlice(slice.bytes, range.lowerBound + 9..<range.upperBound - 3)
    }

    /// Returns the HTML of a text that was escaped once more, so that its tags became text.
    private static func withTags(_ slice: TextSlice) -> TextSlice {
        EscapedTags.html(slice.bytes, in: slice.range).map { TextSlice($0) } ?? slice
    }

    /// Returns the element's text, decoded; tags in it are skipped.
    private mutating func text(_ capture: Capture) -> TextSlice {
        switch capture.content {
        case .nothing: return .empty
        case .characterData(let range): return TextSlice(bytes, range)
        case .text(let range):
            guard bytes.firstIndex(of: UInt8(ascii: "&"), in: range) != nil else { return TextSlice(bytes, range) }
            var output: [UInt8] = []
            output.reserveCapacity(range.count)
            appendDecoded(range, to: &output)
            return TextSlice(output)
        case .pieces, .markup:
            var output: [UInt8] = []
            var pieces = MarkupScanner(bytes, in: capture.range, dialect: .xml)
            while let token = pieces.next() {
                switch token {
                case .text(let range): appendDecoded(range, to: &output)
                case .characterData(let range): output.append(contentsOf: bytes[range])
                default: break
                }
            }
            return TextSlice(output)
        }
    }
}

private let wrappers: Set<String> = ["div", "span", "p", "body", "section", "article", "html"]

extension Array<UInt8> {
    /// Returns a name without its prefix.
    fileprivate func localName(of name: Range<Int>) -> Range<Int> {
        guard let colon = firstIndex(of: UInt8(ascii: ":"), in: name) else { return name }
        return colon + 1..<name.upperBound
    }
}
