/// The entities that a document declares in its doctype (`<!ENTITY name "text">`), with limits on their expansion.
///
/// External entities are unknown, because nothing is ever fetched. An entity is expanded when it is declared, from
/// those declared before it, so no entity can contain itself. The limits prevent a "billion laughs" attack (nested
/// entities that grow without bound) and a quadratic blow-up (a long entity that is used often).
struct DeclaredEntities: Sendable {
    static let maximumNameLength = 64
    private static let maximumTextLength = 4_096
    private static let maximumEntities = 1_000
    /// Maximum total size of all expanded references of one document, in bytes.
    private static let budget = 1 << 20

    private var texts: [String: [UInt8]] = [:]
    private var spent = 0

    /// Appends the text of the entity `name`; returns nil and appends nothing if it is not declared or the document has
    /// used up its budget.
    mutating func append(_ bytes: [UInt8], _ name: Range<Int>, into output: inout [UInt8]) -> Int? {
        guard !texts.isEmpty, let text = texts[String(decoding: bytes[name], as: UTF8.self)],
            spent + text.count <= Self.budget
        else { return nil }
        spent += text.count
        output.append(contentsOf: text)
        return name.count
    }

    /// Adds the general entities that the doctype in `range` declares with their own text.
    mutating func declare(_ bytes: [UInt8], in range: Range<Int>) {
        var position = range.lowerBound
        while texts.count < Self.maximumEntities,
            let mark = bytes.firstRange(of: "<!ENTITY", in: position..<range.upperBound)
        {
            position = declareOne(bytes, in: mark.upperBound..<range.upperBound)
        }
    }

    /// Reads `name "text"` at the start of `range`; returns its end, or the first position that does not match.
    private mutating func declareOne(_ bytes: [UInt8], in range: Range<Int>) -> Int {
        let name = firstWord(bytes, in: range)
        // Reads only forwards: otherwise white space at the end of the doctype would be read again for each
        // declaration.
        var open = name.upperBound
        while open < range.upperBound, bytes[open].isMarkupSpace { open += 1 }
        guard open < range.upperBound, bytes[open] == ASCII.quotationMark || bytes[open] == ASCII.apostrophe,
            let close = bytes.firstIndex(of: bytes[open], in: open + 1..<range.upperBound)
        else { return name.upperBound }
        var text: [UInt8] = []
        if close - open <= Self.maximumTextLength, 1...Self.maximumNameLength ~= name.count {
            ReferenceDecoder.decode(bytes, open + 1..<close, dialect: .xml, entities: &self, into: &text)
            let key = String(decoding: bytes[name], as: UTF8.self)
            // XML §4.2: the first declaration binds.
            if text.count <= Self.maximumTextLength, texts[key] == nil { texts[key] = text }
        }
        return close + 1
    }

    private func firstWord(_ bytes: [UInt8], in range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound, bytes[start].isMarkupSpace { start += 1 }
        var end = start
        while end < range.upperBound, !bytes[end].isMarkupSpace, bytes[end] != ASCII.greaterThan { end += 1 }
        return start..<end
    }

    /// Returns the `>` that closes a doctype, after its internal subset and quoted texts; `end` if there is none.
    static func endOfDoctype(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var index = start
        var isInSubset = false
        while index < end {
            switch bytes[index] {
            case ASCII.leftBracket: isInSubset = true
            case ASCII.rightBracket: isInSubset = false
            case ASCII.greaterThan where !isInSubset: return index
            case ASCII.quotationMark, ASCII.apostrophe:
                guard let close = bytes.firstIndex(of: bytes[index], in: index + 1..<end) else {
                    // If a quote is never closed, the first bracket ends the doctype.
                    return bytes.firstIndex(of: ASCII.greaterThan, in: index..<end) ?? end
                }
                index = close
            default: break
            }
            index += 1
        }
        return bytes.firstIndex(of: ASCII.greaterThan, in: start..<end) ?? end
    }
}
