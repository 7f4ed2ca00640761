internal import Basics
internal import Markup

/// Reads JSON from UTF-8. A document that nests deeper than any feed is refused, which bounds the depth of calls. Extra
/// commas, and control characters in strings, are accepted; unsafe characters are left out. If a document is truncated,
/// or contains more values than `maximumValues`, its complete elements are kept.
package struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    /// True if the document ended too early, or was not read to its end.
    private var isCutOff = false
    private static let maximumDepth = 64
    /// True if the document nests deeper than that.
    private var isTooDeep = false

    /// Maximum number of values in a document (2,000,000), at all depths: a value takes up to 20 times its text's
    /// memory.
    private static let maximumValues = 2_000_000
    private var count = 0

    private struct Malformed: Error {}

    /// Returns the document's value, and true if the document is complete; nil if it is not JSON.
    static func parse(_ bytes: [UInt8]) -> (value: JSONValue, isWhole: Bool)? {
        try? feed(bytes)
    }

    /// Returns the document's value, too, but throws the reason if the document cannot be read.
    static func feed(_ bytes: [UInt8]) throws(FeedParsingError) -> (value: JSONValue, isWhole: Bool) {
        var parser = JSONParser(bytes: bytes)
        do throws(Malformed) {
            let value = try parser.document()
            return (value, !parser.isCutOff)
        } catch {
            throw parser.isTooDeep ? .deepJSON(limit: maximumDepth) : .otherJSON
        }
    }

    /// Returns the document's value; nil if it is not JSON, or is truncated.
    package static func whole(_ bytes: [UInt8]) -> JSONValue? {
        parse(bytes).flatMap { $0.isWhole ? $0.value : nil }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func document() throws(Malformed) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        // Programs that cache or measure pages append a comment with a time, even to JSON.
        guard peek == nil || peek == UInt8(ascii: "<") else { throw Malformed() }
        return value
    }

    private mutating func value(depth: Int) throws(Malformed) -> JSONValue {
        guard depth < Self.maximumDepth else {
            isTooDeep = true
            throw Malformed()
        }
        guard count < Self.maximumValues else { throw cutOff() }
        count += 1
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(Malformed) -> JSONValue {
        var members: [JSONValue.Member] = []
        // Only the top level may be incomplete: a cut inner object may lack the member that matters.
        try list(endedBy: UInt8(ascii: "}"), mayBeCutOff: depth == 0) { parser throws(Malformed) in
            guard parser.peek == UInt8(ascii: "\"") else { throw Malformed() }
            let name = try parser.string()
            parser.skipSpace()
            try parser.lookForMore()
            guard parser.consume(UInt8(ascii: ":")) else { throw Malformed() }
            members.append(JSONValue.Member(name: name, value: try parser.value(depth: depth + 1)))
        }
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(Malformed) -> JSONValue {
        var elements: [JSONValue] = []
        try list(endedBy: UInt8(ascii: "]"), mayBeCutOff: true) { parser throws(Malformed) in
            elements.append(try parser.value(depth: depth + 1))
        }
        return .array(elements)
    }

    private mutating func list(
        endedBy bracket: UInt8, mayBeCutOff: Bool, _ element: (inout JSONParser) throws(Malformed) -> Void
    ) throws(Malformed) {
        position += 1
        while true {
            skipSpace()
            if consume(bracket) { return }
            if consume(UInt8(ascii: ",")) { continue }
            do {
                try lookForMore()
                try element(&self)
            } catch {
                guard isCutOff, mayBeCutOff else { throw error }
                position = bytes.count
                return
            }
            skipSpace()
            guard peek == UInt8(ascii: ",") || peek == bracket || peek == nil else { throw Malformed() }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Malformed) -> JSONValue {
        try lookForMore(word.utf8CodeUnitCount)
        guard bytes.hasBytes(word, at: position) else { throw Malformed() }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Malformed) -> JSONValue {
        try lookForMore()
        let start = position
        while let byte = peek, byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65
        {
            position += 1
        }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        guard Double(digits) != nil else { throw Malformed() }
        return .number(digits)
    }

    // MARK: Strings

    private mutating func string() throws(Malformed) -> String {
        position += 1
        let start = position
        guard let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: start..<bytes.count) else { throw cutOff() }
        guard bytes.firstIndex(of: UInt8(ascii: "\\"), in: start..<quote) != nil else {
            position = quote + 1
            return String(decoding: bytes[start..<quote], as: UTF8.self)
        }
        var output: [UInt8] = []
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return String(decoding: output, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &output)
            } else {
                let run = bytes[position...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                output.append(contentsOf: run)
                position = run.endIndex
            }
        }
        throw cutOff()
    }

    private mutating func escape(into output: inout [UInt8]) throws(Malformed) {
        position += 1
        guard let letter = peek else { throw cutOff() }
        position += 1
        switch letter {
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "t"): output.append(0x09)
        // A lone return ends a line; before a line feed it has no effect.
        case UInt8(ascii: "r"): if !bytes.hasBytes("\\n", at: position) { output.append(0x0A) }
        case UInt8(ascii: "b"), UInt8(ascii: "f"): break
        case UInt8(ascii: "u"): appendCharacter(codeUnit(), to: &output)
        default: output.append(letter)
        }
    }

    /// Appends a character of one or two code units of UTF-16; half of a pair is dropped.
    private mutating func appendCharacter(_ unit: UInt32?, to output: inout [UInt8]) {
        guard var value = unit else { return }
        if 0xD800...0xDBFF ~= value, bytes.hasBytes("\\u", at: position) {
            let afterFirst = position
            position += 2
            if let second = codeUnit(), 0xDC00...0xDFFF ~= second {
                value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
            } else {
                position = afterFirst
            }
        }
        guard let scalar = Unicode.Scalar(value), !SafeText.isUnsafe(scalar) else { return }
        output.append(scalar)
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        return UInt32(digits, radix: 16)
    }

    // MARK: Bytes

    private mutating func lookForMore(_ count: Int = 1) throws(Malformed) {
        if position + count > bytes.count { throw cutOff() }
    }

    private mutating func cutOff() -> Malformed {
        isCutOff = true
        return Malformed()
    }

    private var peek: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte.isMarkupSpace { position += 1 }
    }
}
