import Markup

/// Finds addresses written in text without markup.
enum BareAddresses {
    struct Piece: Equatable {
        let range: Range<Int>
        let kind: Kind
    }

    enum Kind: Equatable {
        case text
        /// An address with its scheme.
        case address
        /// An address from its host on, such as `www.example.org/page`.
        case host
    }

    private static let schemes: [StaticString] = ["https://", "http://", "gemini://", "gopher://", "ftp://", "mailto:"]

    /// Splits `text` into addresses and the text between them, each with the target of its link; the joined texts equal
    /// `text`.
    static func split(_ text: String) -> [(text: String, url: String?)] {
        let bytes = Array(text.utf8)
        return pieces(bytes, bytes.indices).map {
            (String(decoding: bytes[$0.range], as: UTF8.self), $0.url(in: bytes))
        }
    }

    /// True if the text may hold an address: a quick check for a colon before two slashes, or after `mailto`, and for
    /// `www.`.
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
        return bytes.firstRange(of: hostMark, in: range) != nil
    }

    /// The addresses in a text, and the text between them.
    static func pieces(_ bytes: [UInt8], _ range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        var start = range.lowerBound
        func add(_ range: Range<Int>, _ kind: Kind) {
            if !range.isEmpty { pieces.append(Piece(range: range, kind: kind)) }
        }
        var marks = Marks(bytes, range)
        while let mark = marks.next(from: start) {
            let rest = start..<range.upperBound
            let address =
                mark.kind == .host
                ? host(bytes, at: mark.position, in: rest)
                : address(bytes, around: mark.position, in: rest)
            guard let address else { continue }
            add(start..<address.lowerBound, .text)
            add(address, mark.kind)
            start = address.upperBound
        }
        add(start..<range.upperBound, .text)
        return pieces
    }

    private static let hostMark: StaticString = "www."

    /// The places where an address may be: each colon, and each `www.`, in their order.
    private struct Marks {
        private let bytes: [UInt8]
        private let end: Int
        private var colon: Int?
        private var host: Int?

        init(_ bytes: [UInt8], _ range: Range<Int>) {
            self.bytes = bytes
            end = range.upperBound
            colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: range)
            host = bytes.firstRange(of: hostMark, in: range)?.lowerBound
        }

        /// The next mark, at `start` or later.
        mutating func next(from start: Int) -> (position: Int, kind: Kind)? {
            if let found = colon, found < start {
                colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: start..<end)
            }
            if let found = host, found < start { host = nextHost(from: start) }
            if let position = host, position < colon ?? end {
                host = nextHost(from: position + 1)
                return (position, .host)
            }
            guard let position = colon else { return nil }
            colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: position + 1..<end)
            return (position, .address)
        }

        private func nextHost(from start: Int) -> Int? {
            bytes.firstRange(of: hostMark, in: start..<end)?.lowerBound
        }
    }

    /// The address that begins with `www.` and names a host of two or more further labels; nil inside a word or another
    /// address.
    private static func host(_ bytes: [UInt8], at start: Int, in range: Range<Int>) -> Range<Int>? {
        if start > range.lowerBound, isWithinWord(after: bytes[start - 1]) { return nil }
        let labels = start + hostMark.utf8CodeUnitCount
        let hostEnd = bytes[labels..<range.upperBound].firstIndex { !continuesHost($0) } ?? range.upperBound
        let parts = bytes[labels..<hostEnd].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.dropLast().allSatisfy({ !$0.isEmpty }), parts[1].first?.isASCIILetter == true
        else { return nil }
        return address(bytes, from: start, body: labels, in: range)
    }

    private static func continuesHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func isWithinWord(after byte: UInt8) -> Bool {
        continuesHost(byte) || byte >= 0x80 || addressMarks.contains(byte)
    }

    private static let addressMarks = Set("_/@:".utf8)

    /// The address whose scheme ends with the colon.
    private static func address(_ bytes: [UInt8], around colon: Int, in range: Range<Int>) -> Range<Int>? {
        var start = colon
        while start > range.lowerBound, bytes[start - 1].isASCIILetter { start -= 1 }
        guard let scheme = schemes.first(where: { bytes.hasBytes(ignoringCase: $0, at: start) }) else { return nil }
        return address(bytes, from: start, body: start + scheme.utf8CodeUnitCount, in: range)
    }

    /// The address from `start`, which ends before the punctuation of the sentence; nil without a byte of its own from
    /// `bodyStart`.
    private static func address(_ bytes: [UInt8], from start: Int, body bodyStart: Int, in range: Range<Int>)
        -> Range<Int>?
    {
        var end = bodyStart
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

extension BareAddresses.Piece {
    /// The target of the link; nil for text.
    func url(in bytes: [UInt8]) -> String? {
        let text = { String(decoding: bytes[range], as: UTF8.self) }
        return switch kind {
        case .text: nil
        case .address: text()
        case .host: "https://" + text()
        }
    }
}
