import Screen

extension TextLayout {
    /// The position of a match.
    struct Match: Equatable, Sendable {
        var block: Int
        /// The match's index within its block.
        var number: Int
    }

    /// A visible match: one piece, or one for each line that it spans.
    struct MatchPiece: Equatable, Sendable {
        var line: LineIndex
        var columns: Range<Int>
    }

    /// Maximum number of matches found in an article (default 100,000).
    static let maximumMatches = 100_000

    /// Returns the positions of a text, ignoring case, from top to bottom. It searches unbroken texts where possible,
    /// so that few blocks must be laid out.
    mutating func matches(of text: String) -> [Match] {
        let needle = CaselessText(words: text)
        guard !needle.bytes.isEmpty else { return [] }
        var matches: [Match] = []
        for block in start.block..<end.block where matches.count < Self.maximumMatches {
            let count =
                unbrokenText(of: block).map { CaselessText($0).ranges(of: needle).count }
                ?? pieces(of: needle, in: keptLines(of: block), of: block).count
            let room = Self.maximumMatches - matches.count
            matches += (0..<min(count, room)).map { Match(block: block, number: $0) }
        }
        return matches
    }

    /// Returns the matches of one block as pieces of its lines.
    func pieces(of text: String, in block: Int) -> [[MatchPiece]] {
        pieces(of: CaselessText(words: text), in: lines(of: block), of: block)
    }

    /// Returns the words of one block that begin with `text`, as the library's search finds them.
    func pieces(ofWordsFrom text: String, in block: Int) -> [[MatchPiece]] {
        pieces(of: CaselessText(words: text), in: lines(of: block), of: block, asWords: true)
    }

    private func pieces(
        of needle: CaselessText, in lines: [Line], of block: Int, asWords: Bool = false
    ) -> [[MatchPiece]] {
        let starts = lines.indices.filter { lines[$0].breakBefore == nil }
        return zip(starts, starts.dropFirst() + [lines.count]).flatMap { start, end in
            UnbrokenLines(lines[start..<end], of: block).matches(of: needle, asWords: asWords)
        }
    }
}

/// Lines joined into the text from which they were broken.
private struct UnbrokenLines {
    private let block: Int
    private let lines: ArraySlice<TextLayout.Line>
    private let contents: [CaselessText]
    /// The start of each line in the text.
    private var starts: [Int] = []
    private var text = CaselessText("")

    init(_ lines: ArraySlice<TextLayout.Line>, of block: Int) {
        self.block = block
        self.lines = lines
        contents = lines.map { CaselessText($0.content) }
        for (line, content) in zip(lines, contents) {
            if line.breakBefore == .space { text.bytes.append(UInt8(ascii: " ")) }
            starts.append(text.bytes.count)
            text.bytes += content.bytes
        }
    }

    /// Returns the matches as pieces of lines, in one pass: a long paragraph may have a thousand lines with matches.
    func matches(of needle: CaselessText, asWords: Bool) -> [[TextLayout.MatchPiece]] {
        var first = 0
        return text.ranges(of: needle).compactMap { range in
            guard !asWords || text.beginsWord(at: range.lowerBound) else { return nil }
            while first < contents.count, end(of: first) <= range.lowerBound { first += 1 }
            let pieces = pieces(range, from: first)
            return pieces.isEmpty ? nil : pieces
        }
    }

    private func end(of number: Int) -> Int {
        starts[number] + contents[number].bytes.count
    }

    private func pieces(_ range: Range<Int>, from first: Int) -> [TextLayout.MatchPiece] {
        var pieces: [TextLayout.MatchPiece] = []
        var number = first
        while number < contents.count, starts[number] < range.upperBound {
            if let piece = piece(range, on: number) { pieces.append(piece) }
            number += 1
        }
        return pieces
    }

    private func piece(_ range: Range<Int>, on number: Int) -> TextLayout.MatchPiece? {
        let (content, start) = (contents[number], starts[number])
        let part = range.clamped(to: start..<start + content.bytes.count)
        guard !part.isEmpty else { return nil }
        let index = lines.startIndex + number
        let column = lines[index].indent + content.width(of: 0..<part.lowerBound - start)
        let width = content.width(of: part.lowerBound - start..<part.upperBound - start)
        return TextLayout.MatchPiece(
            line: TextLayout.LineIndex(block: block, line: index), columns: column..<column + width)
    }
}

/// A text for comparison: in lower case, with every kind of space as U+0020.
private struct CaselessText {
    var bytes: [UInt8] = []

    init(_ text: String) {
        var text = text
        text.withUTF8 { text in
            bytes.reserveCapacity(text.count)
            var rest = text[...]
            while !rest.isEmpty {
                let ascii = rest.prefix { $0 < 0x80 }
                append(ascii: ascii)
                rest = rest[ascii.endIndex...]
                let others = rest.prefix { $0 >= 0x80 }
                rest = rest[others.endIndex...]
                append(others: others)
            }
        }
    }

    /// Appends and converts in place, so that the compiler can vectorise the loop.
    private mutating func append(ascii: Slice<UnsafeBufferPointer<UInt8>>) {
        let start = bytes.count
        bytes += ascii
        bytes.withUnsafeMutableBufferPointer { bytes in
            for index in start..<bytes.count { bytes[index] = Self.lowercased(bytes[index]) }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        let isCapital = byte &- UInt8(ascii: "A") < 26
        let isSpace = byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
        return isSpace ? UInt8(ascii: " ") : isCapital ? byte | 0x20 : byte
    }

    /// Appends characters outside ASCII; unchanged ones are copied in long runs.
    private mutating func append(others: Slice<UnsafeBufferPointer<UInt8>>) {
        let alphabets = Self.alphabets
        var (start, index) = (others.startIndex, others.startIndex)
        while index < others.endIndex {
            let lead = others[index]
            let next = index + (lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
            var value = UInt32(lead & (lead < 0xE0 ? 0x1F : lead < 0xF0 ? 0x0F : 0x07))
            for byte in others[index + 1..<next] { value = value << 6 | UInt32(byte & 0x3F) }
            if Self.mayChange(value, alphabets), let other = Self.replacement(value) {
                bytes += others[start..<index]
                bytes += other
                start = next
            }
            index = next
        }
        bytes += others[start...]
    }

    private static func replacement(_ value: UInt32) -> String.UTF8View? {
        guard let scalar = Unicode.Scalar(value) else { return nil }
        switch scalar {
        case "\u{A0}", "\u{2002}", "\u{2003}", "\u{2009}", "\u{3000}": return " ".utf8
        default: return scalar.properties.changesWhenLowercased ? scalar.properties.lowercaseMapping.utf8 : nil
        }
    }

    /// False for most letters that never change. An article may have a million letters, and Unicode's tables are slow.
    private static func mayChange(_ scalar: UInt32, _ alphabets: [Bool]) -> Bool {
        switch scalar {
        case ..<0x600: alphabets[Int(scalar)]
        // Scripts without capitals, from Arabic to Myanmar, and Han scripts and Hangul.
        case 0x600..<0x10A0, 0x3001..<0xA640, 0xAC00..<0xFF00: false
        default: true
        }
    }

    /// The letters of Latin, Greek, Cyrillic and Armenian that change.
    private static let alphabets: [Bool] = (0..<0x600).map { $0 >= 0x80 && replacement($0) != nil }

    /// - Parameter words: the words, separated by any spaces.
    init(words: String) {
        bytes = Array(
            CaselessText(words).bytes.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")]))
    }

    /// Returns the positions of another text in this text; none if the other text is empty.
    func ranges(of needle: CaselessText) -> [Range<Int>] {
        guard let first = needle.bytes.first else { return [] }
        let count = needle.bytes.count
        var ranges: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + count <= bytes.count {
                if bytes[index] == first, (1..<count).allSatisfy({ bytes[index + $0] == needle.bytes[$0] }) {
                    ranges.append(index..<index + count)
                    index += count
                } else {
                    index += 1
                }
            }
        }
        return ranges
    }

    /// False inside a word of ASCII letters or digits. Other scripts may not separate words.
    func beginsWord(at index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        return !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= before || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before)
    }

    /// Returns the width of a range, in columns.
    func width(of range: Range<Int>) -> Int {
        DisplayWidth.of(String(decoding: bytes[range], as: UTF8.self))
    }
}
