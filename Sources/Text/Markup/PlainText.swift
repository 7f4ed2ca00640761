/// The visible text of a piece of HTML, as one line: for titles, summaries and lists.
package enum PlainText {
    /// The visible text of `html`: tags removed, references decoded, white space collapsed, block elements separated.
    package static func line(html: [UInt8], in range: Range<Int>? = nil) -> String {
        let range = range ?? html.indices
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        append(html, range, to: &text)
        return WhiteSpace.collapsed(text, in: text.indices)
    }

    /// True if the text holds a known HTML tag, a comment, or an entity: then it is read as HTML.
    ///
    /// `AT&amp;T` and `<b>bold</b>` are HTML; `1 < 2`, `Q & A` and `Array<String>` are text.
    package static func looksLikeHTML(_ text: [UInt8], in range: Range<Int>? = nil) -> Bool {
        let range = range ?? text.indices
        if text.firstIndex(of: ASCII.lessThan, in: range) != nil, holdsKnownTag(text, range) { return true }
        return text.firstIndex(of: ASCII.ampersand, in: range) != nil && holdsReference(text, range)
    }

    private static func append(_ html: [UInt8], _ range: Range<Int>, to text: inout [UInt8]) {
        var scanner = MarkupScanner(html, in: range, dialect: .html)
        var hiding: Range<Int>?
        while let token = scanner.next() {
            switch token {
            case .text(let range) where hiding == nil: scanner.appendDecoded(range, to: &text)
            case .characterData(let range) where hiding == nil: text.append(contentsOf: html[range])
            case .startTag(let tag) where hiding == nil:
                let name = scanner.lowercasedName(tag.name)
                if HTMLElement.isHidden(name), !HTMLElement.isVoid(name), !tag.isSelfClosing { hiding = tag.name }
                if HTMLElement.isBlock(name) { text.append(ASCII.space) }
            case .endTag(let name):
                if let hidden = hiding {
                    if html.sameName(hidden, name) { hiding = nil }
                } else if HTMLElement.isBlock(scanner.lowercasedName(name)) {
                    text.append(ASCII.space)
                }
            default: break
            }
        }
    }

    private static func holdsKnownTag(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        var scanner = MarkupScanner(text, in: range, dialect: .html)
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag) where HTMLElement.isKnown(scanner.lowercasedName(tag.name)): return true
            case .endTag(let name) where HTMLElement.isKnown(scanner.lowercasedName(name)): return true
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
