import Markup

/// A formula in TeX as MathJax 2 and kramdown write it: the content of `<script type="math/tex">`; or as Substack does: a
/// field of the JSON in an attribute.
struct TeXScript {
    let text: String
    /// True if the formula has a line of its own.
    let isDisplay: Bool

    /// Nil for other scripts, and for one that never ends. The scanner is directly after `tag` and stays there.
    init?(_ tag: StartTag, _ scanner: inout MarkupScanner) {
        guard let type = scanner.attribute("type", of: tag), type.hasPrefix("math/tex") else { return nil }
        var inside = scanner
        guard case .rawText(let range)? = inside.next(), case .endTag? = inside.next() else { return nil }
        // Feeds of XHTML escape the signs, though a script's content is literal.
        let escaped: [StaticString] = ["&lt;", "&gt;", "&amp;"]
        let isEscaped = escaped.contains { inside.bytes.firstRange(of: $0, in: range) != nil }
        let line = WhiteSpace.collapsed(
            isEscaped ? inside.decodedText(range) : String(decoding: inside.bytes[range], as: UTF8.self))
        // kramdown hides signs such as `<` from XML in a section between two comments of TeX.
        let isWrapped = line.hasPrefix(Self.sectionStart) && line.hasSuffix(Self.sectionEnd)
        text =
            isWrapped
            ? WhiteSpace.collapsed(String(line.dropFirst(Self.sectionStart.count).dropLast(Self.sectionEnd.count)))
            : line
        isDisplay = type.contains("display")
    }

    /// The formula of Substack's empty element; nil for others.
    init?(substack tag: StartTag, _ scanner: inout MarkupScanner) {
        guard scanner.bytes.firstRange(of: "latex-rendered", in: tag.attributes) != nil,
            let line = scanner.substackField("\"persistentExpression\"", of: tag)
        else { return nil }
        text = line
        isDisplay = true
    }

    private static let sectionStart = "% <![CDATA["
    private static let sectionEnd = "%]]>"
}

extension MarkupScanner {
    /// True if the element that was just begun is the preview of a formula that follows it directly.
    var isBeforeTeX: Bool {
        var ahead = self
        for _ in 0..<maximumTokensOfPreview {
            guard let token = ahead.next() else { return false }
            if case .startTag(let tag) = token, ShortName(ahead.bytes, tag.name) == .script {
                return TeXScript(tag, &ahead) != nil
            }
        }
        return false
    }
}

private let maximumTokensOfPreview = 4
