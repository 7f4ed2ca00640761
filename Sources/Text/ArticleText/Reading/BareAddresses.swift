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
        var pieces: [Piece] = []
        var start = 0
        func add(_ range: Range<Int>, isAddress: Bool) {
            guard !range.isEmpty else { return }
            pieces.append(Piece(text: String(decoding: bytes[range], as: UTF8.self), isAddress: isAddress))
        }
        var position = 0
        while let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: position..<bytes.count) {
            position = colon + 1
            guard let address = address(bytes, around: colon, notBefore: start) else { continue }
            add(start..<address.lowerBound, isAddress: false)
            add(address, isAddress: true)
            start = address.upperBound
            position = address.upperBound
        }
        add(start..<bytes.count, isAddress: false)
        return pieces
    }

    /// The address whose scheme ends with the colon, without the punctuation of the sentence around it.
    private static func address(_ bytes: [UInt8], around colon: Int, notBefore limit: Int) -> Range<Int>? {
        var start = colon
        while start > limit, bytes[start - 1].isASCIILetter { start -= 1 }
        guard let scheme = schemes.first(where: { bytes.hasBytes(ignoringCase: $0, at: start) }) else { return nil }
        var end = start + scheme.utf8CodeUnitCount
        let bodyStart = end
        while end < bytes.count, end - start < LinkTable.longestAddress, continuesAddress(bytes[end]) { end += 1 }
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
