internal import Markup

/// Elements as strings: lines of plain text for titles and names, HTML for bodies.
extension MarkupScanner {
    /// An article's text as a feed gives it.
    enum Body {
        case html(String)
        case text(String)
    }

    /// The element as one line of plain text; nil where nothing can be seen.
    mutating func line(_ element: TextElement) -> String? {
        let slice = content(element)
        let text =
            switch element.form {
            case .text, .base64(isHTML: false): WhiteSpace.collapsed(slice.bytes, in: slice.range)
            case .html, .markup, .base64(isHTML: true): PlainText.line(html: slice.bytes, in: slice.range)
            case .guess: Self.guessedLine(slice)
            }
        return text.nonEmpty
    }

    /// A line of text that may be HTML: `AT&amp;T` is, `1 < 2` is not.
    static func guessedLine(_ slice: TextSlice) -> String {
        PlainText.looksLikeHTML(slice.bytes, in: slice.range)
            ? PlainText.line(html: slice.bytes, in: slice.range)
            : WhiteSpace.collapsed(slice.bytes, in: slice.range)
    }

    /// The element as an article's text, addresses in it made absolute; nil where it is empty.
    mutating func body(_ element: TextElement) -> Body? {
        let slice = content(element).trimmed
        guard !slice.isEmpty else { return nil }
        let isText =
            switch element.form {
            case .text: true
            case .html, .markup: false
            case .guess, .base64: !PlainText.looksLikeHTML(slice.bytes, in: slice.range)
            }
        return isText ? .text(slice.string) : .html(BodyLinks.resolve(slice, against: element.base).string)
    }

    /// The element's text without white space at its ends: for addresses, dates and the like. Nil where it is empty.
    mutating func value(_ capture: Capture) -> String? {
        text(capture).trimmed.string.nonEmpty
    }

    /// The same on one line, for what is shown or compared as it is.
    mutating func word(_ capture: Capture) -> String? {
        let slice = text(capture)
        return WhiteSpace.collapsed(slice.bytes, in: slice.range).nonEmpty
    }

    private mutating func content(_ element: TextElement) -> TextSlice {
        switch element.form {
        case .markup: return MarkupCopy.html(of: element.capture, in: self)
        case .base64:
            let coded = text(element.capture)
            return Base64.decode(coded.bytes[coded.range]).map { TextSlice(SafeText.clean($0)) } ?? coded
        case .text: return text(element.capture)
        case .html, .guess: return Self.unwrapped(text(element.capture))
        }
    }

    /// A CDATA section that was escaped once more, so that its brackets became text.
    private static func unwrapped(_ slice: TextSlice) -> TextSlice {
        let range = slice.trimmed.range
        guard range.count >= 12, slice.bytes.hasBytes("<![CDATA[", at: range.lowerBound),
            slice.bytes.hasBytes("]]>", at: range.upperBound - 3)
        else { return slice }
        return TextSlice(slice.bytes, range.lowerBound + 9..<range.upperBound - 3)
    }

    /// The element's text, decoded; tags in it are passed over.
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
