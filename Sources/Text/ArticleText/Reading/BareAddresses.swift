import Markup

/// Finds addresses written in text without markup.
enum BareAddresses {
    struct Piece: Equatable {
        let text: String
        let isAddress: Bool
    }

    private static let schemes: [StaticString] = ["https://", "http://", "gemini://", "gopher://", "ftp://", "mailto:"]

    /// Splits `text` into addresses and the text between them; the joined pieces equal `text`.
    static func split(_ text: String) -> [Piece] {
        let bytes = Array(text.utf8)
        return pieces(bytes, bytes.indices).map {
            Piece(text: String(decoding: bytes[$0.range], as: UTF8.self), isAddress: $0.isAddress)
        }
    }

    /// True if the text may hold an address: a quick check for a colon before two slashes, or after `mailto`.
    static func mayHold(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: position..<range.upperBound) {
            position = colon + 1
            if position + 1 < range.upperBound, bytes[position] == UInt8(ascii: "/"),
                bytes[position + 1] == UInt8(ascii: "/")
            {
                return true
            }
            if colon - 6 >= range.lowerBound, bytes.hasBytes(ignoringCase: "mailto", at: colon - 6) { return true }
        }
        return false
    }

    /// The ranges of the addresses in a text, and of the text between them.
    static func pieces(_ bytes: [UInt8], _ range: Range<Int>) -> [(range: Range<Int>, isAddress: Bool)] {
        var pieces: [(range: Range<Int>, isAddress: Bool)] = []
        var start = range.lowerBound
        func add(_ range: Range<Int>, isAddress: Bool) {
            if !range.isEmpty { pieces.append((range, isAddress)) }
        }
        var position = range.lowerBound
        while let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: position..<range.upperBound) {
            position = colon + 1
            guard let address = address(bytes, around: colon, in: start..<range.upperBound) else { continue }
            add(start..<address.lowerBound, isAddress: false)
            add(address, isAddress: true)
            start = address.upperBound
            position = address.upperBound
        }
        add(start..<range.upperBound, isAddress: false)
        return pieces
    }

    /// The address whose scheme ends with the colon, without the punctuation of the sentence around it.
    private static func address(_ bytes: [UInt8], around colon: Int, in range: Range<Int>) -> Range<Int>? {
        var start = colon
        while start > range.lowerBound, bytes[start - 1].isASCIILetter { start -= 1 }
        guard let scheme = schemes.first(where: { bytes.hasBytes(ignoringCase: $0, at: start) }) else { return nil }
        var end = start + scheme.utf8CodeUnitCount
        guard end < range.upperBound else { return nil }
        let bodyStart = end
        while end < range.upperBound, end - start < LinkTable.longestAddress, continuesAddress(bytes[end]) { end += 1 }
        while end > bodyStart, sentenceMarks.contains(bytes[end - 1]) { end -= 1 }
        if end > bodyStart, bytes[end - 1] == UInt8(ascii: ")") {
            // A bracket that was opened before the address closes after it.
            let body = bytes[bodyStart..<end]
            let opened = body.count { $0 == UInt8(ascii: "(") }
            if body.count(where: { $0 == UInt8(ascii: ")") }) > opened { end -= 1 }
        }
        return end > bodyStart ? start..<end : nil
    }

    private static let sentenceMarks = Set(".,;:!?'*_".utf8)

    /// Addresses in text are ASCII: the letters of other scripts may follow them without a blank.
    private static func continuesAddress(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !delimiters.contains(byte)
    }

    private static let delimiters = Set("\"<>[]`{|}".utf8)
}
