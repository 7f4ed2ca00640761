import Screen

extension TextLayout {
    /// The position of a match.
    package struct Match: Equatable, Sendable {
        package var block: Int
        /// The match's index within its block.
        package var number: Int
    }

    /// A visible match: one piece, or one on each line that it spans.
    package struct MatchPiece: Equatable, Sendable {
        package var line: LineIndex
        package var columns: Range<Int>
    }

    /// Returns the positions of a text, ignoring case, from top to bottom. Line breaks do not matter, so almost nothing
    /// is laid out.
    package mutating func matches(of text: String) -> [Match] {
        let needle = CaselessText(words: text)
        guard !needle.bytes.isEmpty else { return [] }
        var matches: [Match] = []
        for block in start.block..<end.block {
            let count =
                unbrokenText(of: block).map { CaselessText($0).ranges(of: needle).count }
                ?? pieces(of: needle, in: keptLines(of: block), of: block).count
            matches += (0..<count).map { Match(block: block, number: $0) }
        }
        return matches
    }

    /// Returns the matches of one block as pieces of its lines.
    package func pieces(of text: String, in block: Int) -> [[MatchPiece]] {
        pieces(of: CaselessText(words: text), in: lines(of: block), of: block)
    }

    private func pieces(of needle: CaselessText, in lines: [Line], of block: Int) -> [[MatchPiece]] {
        let starts = lines.indices.filter { lines[$0].joint == nil }
        return zip(starts, starts.dropFirst() + [lines.count]).flatMap { start, end in
            UnbrokenLines(lines[start..<end], of: block).matches(of: needle)
        }
    }
}

/// Lines joined to the text that they were broken from.
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
            if line.joint == .space { text.bytes.append(UInt8(ascii: " ")) }
            starts.append(text.bytes.count)
            text.bytes += content.bytes
        }
    }

    func matches(of needle: CaselessText) -> [[TextLayout.MatchPiece]] {
        text.ranges(of: needle).map(pieces).filter { !$0.isEmpty }
    }

    private func pieces(_ range: Range<Int>) -> [TextLayout.MatchPiece] {
        contents.indices.compactMap { number in
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
}

/// A text for comparison: in lower case, with all spaces alike.
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
                append(String(decoding: others, as: UTF8.self).unicodeScalars)
            }
        }
    }

    /// Converts in place, so that one instruction handles many bytes.
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

    private mutating func append(_ scalars: String.UnicodeScalarView) {
        for scalar in scalars {
            switch scalar {
            case "\u{A0}", "\u{2002}", "\u{2003}", "\u{2009}", "\u{3000}": bytes.append(UInt8(ascii: " "))
            case _ where scalar.properties.changesWhenLowercased: bytes += scalar.properties.lowercaseMapping.utf8
            default: bytes += UTF8.encode(scalar)!
            }
        }
    }

    /// - Parameter words: the words, separated by any spaces.
    init(words: String) {
        bytes = Array(
            CaselessText(words).bytes.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")]))
    }

    /// Returns the positions of another text in this one; none if that text is empty.
    func ranges(of needle: CaselessText) -> [Range<Int>] {
        guard let first = needle.bytes.first else { return [] }
        let count = needle.bytes.count
        var ranges: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + count <= bytes.count {
                if bytes[index] == first, bytes[index..<index + count].elementsEqual(needle.bytes) {
                    ranges.append(index..<index + count)
                    index += count
                } else {
                    index += 1
                }
            }
        }
        return ranges
    }

    /// Returns the width of a range, in columns.
    func width(of range: Range<Int>) -> Int {
        DisplayWidth.of(String(decoding: bytes[range], as: UTF8.self))
    }
}
