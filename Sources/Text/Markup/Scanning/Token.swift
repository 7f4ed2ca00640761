/// A piece of markup, as ranges of the scanner's bytes; nothing is copied until a caller asks for it.
package enum Token: Equatable, Sendable {
    case startTag(StartTag)
    case endTag(name: Range<Int>)
    /// Text whose references are not yet decoded.
    case text(Range<Int>)
    /// The content of a CDATA section, without its brackets; literal.
    case characterData(Range<Int>)
    /// The content of HTML's `script` and `style`; literal, and never shown.
    case rawText(Range<Int>)
    case comment(Range<Int>)
    case instruction(Range<Int>)
    case doctype(Range<Int>)
}

/// A start tag: `<name attributes>`.
package struct StartTag: Equatable, Sendable {
    /// The name with its prefix, as written.
    package let name: Range<Int>
    /// Everything between the name and the closing bracket; read it with `MarkupScanner.attributes(of:)`.
    package let attributes: Range<Int>
    /// True for `<name/>`. HTML ignores the solidus: only void elements have no content.
    package let isSelfClosing: Bool
}
