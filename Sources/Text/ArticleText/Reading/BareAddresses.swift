import Basics
import Markup

/// Finds addresses that are written in text without markup.
enum BareAddresses {
    struct Piece: Equatable {
        let range: Range<Int>
        let kind: Kind
    }

    enum Kind: Equatable {
        case text
        /// An address with its scheme.
        case address
        /// An address without its scheme, such as `www.example.org/page`.
        case host
        /// The address of a mailbox: `ada@example.org`.
        case mailbox
    }

    private static let schemes: [StaticString] = ["https://", "http://", "gemini://", "gopher://", "ftp://", "mailto:"]

    /// Splits `text` into addresses and the text between them, each with the target of its link. The pieces joined are
    /// equal to `text`.
    static func split(_ text: String) -> [(text: String, url: String?)] {
        let bytes = Array(text.utf8)
        return pieces(bytes, bytes.indices).map {
            (String(decoding: bytes[$0.range], as: UTF8.self), $0.url(in: bytes))
        }
    }

    /// True if the text may hold an address: a quick check for a colon before two slashes, or after `mailto`, for
    /// `www.` and for `@`.
    static func mayHold(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        if bytes.firstIndex(of: UInt8(ascii: "@"), in: range) != nil { return true }
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

    /// Returns the addresses in a text, and the text between them.
    static func pieces(_ bytes: [UInt8], _ range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        var start = range.lowerBound
        func add(_ range: Range<Int>, _ kind: Kind) {
            if !range.isEmpty { pieces.append(Piece(range: range, kind: kind)) }
        }
        var marks = Marks(bytes, range)
        while let mark = marks.next(from: start) {
            let rest = start..<range.upperBound
            let found =
                switch mark.kind {
                case .host: host(bytes, at: mark.position, in: rest)
                case .mailbox: mailbox(bytes, around: mark.position, in: rest)
                case .address, .text: address(bytes, around: mark.position, in: rest)
                }
            guard let address = found else { continue }
            add(start..<address.lowerBound, .text)
            add(address, mark.kind)
            start = address.upperBound
        }
        add(start..<range.upperBound, .text)
        return pieces
    }

    private static let hostMark: StaticString = "www."

    /// The positions at which an address may be: each colon, each `@` and each `www.`, in order.
    private struct Marks {
        private let bytes: [UInt8]
        private let end: Int
        private var colon: Int?
        private var at: Int?
        private var host: Int?

        init(_ bytes: [UInt8], _ range: Range<Int>) {
            self.bytes = bytes
            end = range.upperBound
            colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: range)
            at = bytes.firstIndex(of: UInt8(ascii: "@"), in: range)
            host = bytes.firstRange(of: hostMark, in: range)?.lowerBound
        }

        /// Returns the next mark at or after `start`.
        mutating func next(from start: Int) -> (position: Int, kind: Kind)? {
            if let found = colon, found < start { colon = next(UInt8(ascii: ":"), from: start) }
            if let found = at, found < start { at = next(UInt8(ascii: "@"), from: start) }
            if let found = host, found < start { host = nextHost(from: start) }
            let first = min(colon ?? end, at ?? end, host ?? end)
            guard first < end else { return nil }
            switch first {
            case host:
                host = nextHost(from: first + 1)
                return (first, .host)
            case at:
                at = next(UInt8(ascii: "@"), from: first + 1)
                return (first, .mailbox)
            default:
                colon = next(UInt8(ascii: ":"), from: first + 1)
                return (first, .address)
            }
        }

        private func next(_ byte: UInt8, from start: Int) -> Int? {
            bytes.firstIndex(of: byte, in: start..<end)
        }

        private func nextHost(from start: Int) -> Int? {
            bytes.firstRange(of: hostMark, in: start..<end)?.lowerBound
        }
    }

    /// Returns the address that begins with `www.` and names a host of two or more further labels; nil inside a word or
    /// another address.
    private static func host(_ bytes: [UInt8], at start: Int, in range: Range<Int>) -> Range<Int>? {
        if start > range.lowerBound, isWithinWord(after: bytes[start - 1]) { return nil }
        let labels = start + hostMark.utf8CodeUnitCount
        let hostEnd = bytes[labels..<range.upperBound].firstIndex { !continuesHost($0) } ?? range.upperBound
        let parts = bytes[labels..<hostEnd].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.dropLast().allSatisfy({ !$0.isEmpty }), parts[1].first?.isASCIILetter == true
        else { return nil }
        return address(bytes, from: start, body: labels, in: range)
    }

    /// Returns the address of a mailbox around an `@`: a local part, and a host of two or more labels, the last of
    /// which is not a number (GFM §6.9, and RFC 5321 §4.5.3.1.1 for the length). Returns nil inside a longer word, such
    /// as `@ada@example.org` or `git@example.org:path`.
    private static func mailbox(_ bytes: [UInt8], around at: Int, in range: Range<Int>) -> Range<Int>? {
        var start = at
        let lowest = max(range.lowerBound, at - maximumLocalPartLength)
        while start > lowest, continuesLocalPart(bytes[start - 1]) { start -= 1 }
        guard start < at, bytes[start] != UInt8(ascii: "."), bytes[at - 1] != UInt8(ascii: ".") else { return nil }
        if start > range.lowerBound, isWithinWord(after: bytes[start - 1]) { return nil }
        let limit = min(range.upperBound, at + 1 + maximumHostLength)
        var end = bytes[(at + 1)..<limit].firstIndex { !continuesHost($0) } ?? limit
        if end < range.upperBound, continuesWord(bytes, at: end, before: range.upperBound) { return nil }
        while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let labels = bytes[(at + 1)..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last, last.count > 1,
            last.contains(where: \.isASCIILetter), last.first?.isASCIIDigit == false
        else { return nil }
        return start..<end
    }

    /// In bytes.
    private static let maximumLocalPartLength = 64
    /// In bytes (RFC 5321 §4.5.3.1.2).
    private static let maximumHostLength = 255

    private static func continuesLocalPart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || localPartMarks.contains(byte)
    }

    private static let localPartMarks = Set(".-_+".utf8)

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    }

    /// True if the byte after a host shows that it is not a host: another `@`, a path, or a colon followed by
    /// something.
    private static func continuesWord(_ bytes: [UInt8], at index: Int, before end: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "/"): true
        case UInt8(ascii: ":"): index + 1 < end && !bytes[index + 1].isMarkupSpace
        default: false
        }
    }

    private static func continuesHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func isWithinWord(after byte: UInt8) -> Bool {
        continuesHost(byte) || byte >= 0x80 || addressMarks.contains(byte)
    }

    private static let addressMarks = Set("_/@:".utf8)

    /// Returns the address whose scheme ends with the colon at `colon`.
    private static func address(_ bytes: [UInt8], around colon: Int, in range: Range<Int>) -> Range<Int>? {
        var start = colon
        while start > range.lowerBound, bytes[start - 1].isASCIILetter { start -= 1 }
        guard let scheme = schemes.first(where: { bytes.hasBytes(ignoringCase: $0, at: start) }) else { return nil }
        return address(bytes, from: start, body: start + scheme.utf8CodeUnitCount, in: range)
    }

    /// Returns the address at `start` without the punctuation of the sentence around it; nil if nothing is left after
    /// `bodyStart`.
    private static func address(_ bytes: [UInt8], from start: Int, body bodyStart: Int, in range: Range<Int>)
        -> Range<Int>?
    {
        var end = bodyStart
        while end < range.upperBound, end - start < LinkTable.maximumAddressLength, continuesAddress(bytes[end]) {
            end += 1
        }
        while end > bodyStart, sentenceMarks.contains(bytes[end - 1]) { end -= 1 }
        if end > bodyStart, bytes[end - 1] == UInt8(ascii: ")") {
            // A closing bracket without an opening one in the address belongs to the surrounding text.
            let body = bytes[bodyStart..<end]
            let opened = body.count { $0 == UInt8(ascii: "(") }
            if body.count(where: { $0 == UInt8(ascii: ")") }) > opened { end -= 1 }
        }
        return end > bodyStart ? start..<end : nil
    }

    private static let sentenceMarks = Set(".,;:!?'*_".utf8)

    /// Addresses in text are ASCII: letters of other scripts may follow them without a space.
    private static func continuesAddress(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !delimiters.contains(byte)
    }

    private static let delimiters = Set("\"<>[]`{|}".utf8)
}

extension BareAddresses.Piece {
    /// Returns the target of the link; nil for text.
    func url(in bytes: [UInt8]) -> String? {
        let text = { String(decoding: bytes[range], as: UTF8.self) }
        return switch kind {
        case .text: nil
        case .address: text()
        case .host: "https://" + text()
        case .mailbox: "mailto:" + text()
        }
    }
}
