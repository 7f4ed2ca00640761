// Strings in their four notations.
extension TOMLCursor {
    /// Reads a string that begins at the cursor with a quotation mark.
    mutating func string() throws(TOMLSyntaxError) -> String {
        let start = position
        let isLiteral = byte == UInt8(ascii: "'")
        let quote = isLiteral ? "'" : "\""
        let isLong = begins(with: quote + quote + quote)
        skip(isLong ? 3 : 1)
        if isLong {
            beginLongString(isLiteral ? UInt8(ascii: "'") : UInt8(ascii: "\""))
            _ = skipLineBreak()
        }
        var text: [UInt8] = []
        while let byte {
            if byte == quote.utf8.first {
                if try endsString(quote, isLong: isLong, &text) {
                    if isLong { endLongString() }
                    return String(decoding: text, as: UTF8.self)
                }
            } else if byte == UInt8(ascii: "\\"), !isLiteral {
                try escape(isLong: isLong, into: &text)
            } else if isAtLineBreak {
                guard isLong else { break }
                _ = skipLineBreak()
                text.append(UInt8(ascii: "\n"))
            } else {
                try character(byte, into: &text)
            }
        }
        throw TOMLSyntaxError(position: start, message: "the end of this string is missing")
    }

    /// Reads a byte that stands for itself.
    private mutating func character(_ byte: UInt8, into text: inout [UInt8]) throws(TOMLSyntaxError) {
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { throw fault("a string holds a control character") }
        text.append(byte)
        skip()
    }

    /// Reads quotation marks: true if they end the string. One or two of them may be the last characters of a long
    /// string.
    private mutating func endsString(
        _ quote: String, isLong: Bool, _ text: inout [UInt8]
    ) throws(TOMLSyntaxError) -> Bool {
        guard isLong else {
            skip()
            return true
        }
        var count = 0
        while count < 5, byte == quote.utf8.first {
            skip()
            count += 1
        }
        text += repeatElement(quote.utf8.first ?? 0, count: count < 3 ? count : count - 3)
        return count >= 3
    }

    private mutating func escape(isLong: Bool, into text: inout [UInt8]) throws(TOMLSyntaxError) {
        let start = position
        skip()
        switch byte {
        case UInt8(ascii: "u"): try scalar(digits: 4, start, into: &text)
        case UInt8(ascii: "U"): try scalar(digits: 8, start, into: &text)
        case .some(let letter):
            if let character = Self.escapes[letter] {
                skip()
                text.append(character)
            } else if isLong, try skipEscapedLineBreak() {
                return
            } else {
                throw TOMLSyntaxError(position: start, message: "unknown escape; write a backslash as \\\\")
            }
        case nil: throw TOMLSyntaxError(position: start, message: "the end of this string is missing")
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    private mutating func scalar(
        digits count: Int, _ start: TOMLPosition, into text: inout [UInt8]
    ) throws(TOMLSyntaxError) {
        skip()
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = byte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw TOMLSyntaxError(position: start, message: "\(count) hexadecimal digits are missing here")
            }
            value = value << 4 | UInt32(digit)
            skip()
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw TOMLSyntaxError(position: start, message: "there is no such character")
        }
        text += Array(String(scalar).utf8)
    }

    /// Skips white space after a backslash at the end of a line, up to the next character.
    private mutating func skipEscapedLineBreak() throws(TOMLSyntaxError) -> Bool {
        skipBlanks()
        guard skipLineBreak() else { return false }
        repeat { skipBlanks() } while skipLineBreak()
        return true
    }
}
