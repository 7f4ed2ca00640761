/// One attribute of a start tag, as ranges of the scanner's bytes.
package struct Attribute: Equatable, Sendable {
    /// The name with its prefix, as written.
    package let name: Range<Int>
    /// The value without its quotes, references not yet decoded; empty if there is none.
    package let value: Range<Int>
}

/// The attributes of a start tag in order: quoted, unquoted, without a value, or written twice.
package struct Attributes: Sequence, IteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package mutating func next() -> Attribute? {
        skip { $0.isMarkupSpace || $0 == ASCII.solidus || $0 == ASCII.quotationMark || $0 == ASCII.apostrophe }
        guard position < end else { return nil }
        let nameStart = position
        position += 1
        skip { !$0.isMarkupSpace && $0 != ASCII.equals && $0 != ASCII.solidus }
        let name = nameStart..<position
        skip(while: \.isMarkupSpace)
        guard position < end, bytes[position] == ASCII.equals else {
            return Attribute(name: name, value: position..<position)
        }
        position += 1
        skip(while: \.isMarkupSpace)
        return Attribute(name: name, value: value())
    }

    private mutating func value() -> Range<Int> {
        guard position < end else { return end..<end }
        let quote = bytes[position]
        if quote == ASCII.quotationMark || quote == ASCII.apostrophe {
            let start = position + 1
            if let close = bytes.firstIndex(of: quote, in: start..<end) {
                position = close + 1
                return start..<close
            }
            position = start
        }
        let start = position
        skip { !$0.isMarkupSpace }
        return start..<position
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < end, condition(bytes[position]) { position += 1 }
    }
}

extension MarkupScanner {
    /// Returns the attributes of a start tag from this scanner.
    package func attributes(of tag: StartTag) -> Attributes {
        Attributes(bytes, in: tag.attributes)
    }

    /// Returns the decoded value of the first attribute named `name` (in lower case; case does not matter), or nil.
    package mutating func attribute(_ name: StaticString, of tag: StartTag) -> String? {
        guard !tag.attributes.isEmpty else { return nil }
        for attribute in attributes(of: tag) where bytes.equals(ignoringCase: name, in: attribute.name) {
            return decodedText(attribute.value)
        }
        return nil
    }
}
