/// A piece of markup, told as places in the scanner's bytes; nothing is copied until somebody asks for it.
package enum Token: Equatable, Sendable {
    case startTag(StartTag)
    case endTag(name: Range<Int>)
    /// Text in which references are still to be decoded.
    case text(Range<Int>)
    /// What stands in a CDATA section, without its brackets; literal.
    case characterData(Range<Int>)
    /// What stands in HTML's `script` and `style`; literal, and never shown.
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
    /// `<name/>`. HTML gives this no meaning except where the element is void anyway.
    package let isSelfClosing: Bool
}
