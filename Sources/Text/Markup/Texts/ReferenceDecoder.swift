import Basics

/// Decodes character and entity references: `&amp;`, `&#8217;`, `&#x2019;`, `&nbsp;`, and the document's own entities.
///
/// Anything else stays as written, such as a bare `&`. A reference to a character that is invalid in text (a control
/// character, half of a surrogate pair, a number beyond Unicode) is dropped.
enum ReferenceDecoder {
    /// Appends `range` of `bytes`, decoded, to `output`.
    static func decode(
        _ bytes: [UInt8], _ range: Range<Int>, dialect: MarkupScanner.Dialect, entities: inout DeclaredEntities,
        into output: inout [UInt8]
    ) {
        var position = range.lowerBound
        while let ampersand = bytes.firstIndex(of: ASCII.ampersand, in: position..<range.upperBound) {
            output.append(bytes, position..<ampersand)
            position = ampersand + 1
            let rest = position..<range.upperBound
            if let (byte, length) = markup(bytes, rest) {
                output.append(byte)
                position += length
            } else if let length = EscapedBytes.decode(bytes, rest, into: &output) {
                position += length
            } else if let length = decodeNumber(bytes, rest, into: &output)
                ?? decodeName(bytes, rest, dialect: dialect, entities: &entities, into: &output)
            {
                position += length
            } else {
                output.append(ASCII.ampersand)
            }
        }
        output.append(bytes, position..<range.upperBound)
    }

    // MARK: `&lt;`

    /// XML §4.6: the names of markup's own characters, which no document can redefine. Nearly all references of an
    /// escaped body are among these.
    private static func markup(_ bytes: [UInt8], _ rest: Range<Int>) -> (byte: UInt8, length: Int)? {
        guard let first = rest.first else { return nil }
        switch bytes[first] {
        case UInt8(ascii: "l") where bytes.hasBytes("lt;", at: first): return (ASCII.lessThan, 3)
        case UInt8(ascii: "g") where bytes.hasBytes("gt;", at: first): return (ASCII.greaterThan, 3)
        case UInt8(ascii: "a") where bytes.hasBytes("amp;", at: first): return (ASCII.ampersand, 4)
        case UInt8(ascii: "q") where bytes.hasBytes("quot;", at: first): return (ASCII.quotationMark, 5)
        default: return nil
        }
    }

    // MARK: `&#8217;`, `&#x2019;`, and both without the semicolon

    private static func decodeNumber(_ bytes: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) -> Int? {
        guard let first = range.first, bytes[first] == ASCII.numberSign else { return nil }
        var index = first + 1
        var radix: UInt32 = 10
        if index < range.upperBound, bytes[index].lowercasedASCII == UInt8(ascii: "x") {
            radix = 16
            index += 1
        }
        let digits = index
        var value: UInt32 = 0
        while index < range.upperBound, let digit = bytes[index].hexadecimalDigit, digit < radix {
            // A value beyond Unicode stops growing before it can overflow.
            if value <= 0x10FFFF { value = value * radix + digit }
            index += 1
        }
        guard index > digits else { return nil }
        if index < range.upperBound, bytes[index] == ASCII.semicolon { index += 1 }
        if let scalar = scalar(numbered: value) { output.append(scalar) }
        return index - first
    }

    /// HTML §13.2.5.80: 0x80–0x9F have the meaning that windows-1252 gives them.
    static func scalar(numbered value: UInt32) -> Unicode.Scalar? {
        if 0x80...0x9F ~= value { return Windows1252.scalar(UInt8(value)) }
        guard let scalar = Unicode.Scalar(value), !SafeText.isUnsafe(scalar) else { return nil }
        return scalar
    }

    // MARK: `&eacute;`, and old names without the semicolon

    private static func decodeName(
        _ bytes: [UInt8], _ range: Range<Int>, dialect: MarkupScanner.Dialect, entities: inout DeclaredEntities,
        into output: inout [UInt8]
    ) -> Int? {
        var index = range.lowerBound
        let limit = min(range.upperBound, range.lowerBound + DeclaredEntities.maximumNameLength)
        while index < limit, bytes[index].continuesEntityName { index += 1 }
        let name = range.lowerBound..<index
        guard !name.isEmpty else { return nil }
        guard index < range.upperBound, bytes[index] == ASCII.semicolon else {
            // `?page=1&copy=2` has no copyright sign: without the semicolon, the name must be complete, and no `=` may
            // follow it.
            guard dialect == .html, index == range.upperBound || bytes[index] != ASCII.equals,
                EntityName(bytes, name).map(HTMLEntities.mayLackSemicolon) ?? false
            else { return nil }
            return appendHTMLEntity(bytes, name, into: &output)
        }
        if let length = entities.append(bytes, name, into: &output) ?? appendHTMLEntity(bytes, name, into: &output) {
            return length + 1
        }
        return nil
    }

    private static func appendHTMLEntity(_ bytes: [UInt8], _ name: Range<Int>, into output: inout [UInt8]) -> Int? {
        guard let scalar = EntityName(bytes, name).flatMap(HTMLEntities.scalar) else { return nil }
        output.append(scalar)
        return name.count
    }
}

extension UInt8 {
    var hexadecimalDigit: UInt32? {
        if isASCIIDigit { return UInt32(self) - 0x30 }
        let letter = lowercasedASCII
        return 0x61...0x66 ~= letter ? UInt32(letter) - 0x57 : nil
    }

    fileprivate var continuesEntityName: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: ".") || self == ASCII.hyphen
    }
}
