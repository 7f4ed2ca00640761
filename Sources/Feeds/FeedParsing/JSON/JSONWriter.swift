import Basics

/// Writes JSON (RFC 8259) into one array of bytes.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { write(&self, element) }
        close(UInt8(ascii: "]"))
    }

    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
        needsComma = false
    }

    /// Writes a member, and nothing for nil.
    package mutating func member(_ name: StaticString, _ value: String?, quoted: Bool = true) {
        guard let value else { return }
        key(name)
        guard quoted else {
            bytes.append(contentsOf: value.utf8)
            needsComma = true
            return
        }
        string(value)
    }

    /// Writes a number from its digits; callers must pass nothing else.
    package mutating func number(_ digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
        needsComma = true
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        while let index = Self.firstToEscape(text, from: runStart) {
            let byte = text[index]
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
            runStart = index + 1
            switch byte {
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            default:
                bytes.append(contentsOf: ("\\u" + Hexadecimal.digits(UInt64(byte), count: 4)).utf8)
            }
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    /// Returns the position of the next quotation mark, backslash or control character; it checks eight bytes at a
    /// time.
    private static func firstToEscape(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        var index = start
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let found = below(0x20, word) | below(0x01, word ^ repeated(0x22)) | below(0x01, word ^ repeated(0x5C))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        return text[index...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    }

    private static func repeated(_ byte: UInt64) -> UInt64 {
        byte &* 0x0101_0101_0101_0101
    }

    /// Returns the top bit of each byte of `word` below `limit` (at most 0x80); exact up to and including the first of
    /// them.
    private static func below(_ limit: UInt64, _ word: UInt64) -> UInt64 {
        (word &- repeated(limit)) & ~word & 0x8080_8080_8080_8080
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }
}
