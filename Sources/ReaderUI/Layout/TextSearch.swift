import Screen

extension TextLayout {
    /// A match of a find: one piece, or one on each line that it goes over.
    public struct Match: Equatable, Sendable {
        public struct Piece: Equatable, Sendable {
            public var line: LineIndex
            public var columns: Range<Int>
        }

        /// Never empty.
        public var pieces: [Piece]

        /// The line that it begins on.
        public var line: LineIndex { pieces[0].line }
    }

    /// Where a text stands, upper and lower case alike, from top to bottom. Where a line was broken does not matter.
    public func matches(of text: String) -> [Match] {
        let words = text.lowercased().split { $0 == " " || $0 == "\t" }
        guard !words.isEmpty else { return [] }
        let needle = Array(words.joined(separator: " ").utf8)
        var matches: [Match] = []
        forEachBlock { block, lines in
            var first = 0
            while first < lines.count {
                var end = first + 1
                while end < lines.count, lines[end].joint != nil { end += 1 }
                matches += UnbrokenText(lines[first..<end], block: block).matches(of: needle)
                first = end
            }
        }
        return matches
    }
}

/// Lines that are one text, put together again, in lower case.
private struct UnbrokenText {
    private var bytes: [UInt8] = []
    private var lines: ArraySlice<TextLayout.Line>
    private let block: Int
    /// Where each line begins in the text.
    private var starts: [Int] = []
    private var contents: [String] = []

    init(_ lines: ArraySlice<TextLayout.Line>, block: Int) {
        self.lines = lines
        self.block = block
        for line in lines {
            if line.joint == .space { bytes.append(UInt8(ascii: " ")) }
            let content = line.content.lowercased()
            starts.append(bytes.count)
            contents.append(content)
            bytes += content.utf8
        }
    }

    func matches(of needle: [UInt8]) -> [TextLayout.Match] {
        guard let first = needle.first else { return [] }
        var matches: [TextLayout.Match] = []
        var index = 0
        while index + needle.count <= bytes.count {
            if bytes[index] == first, bytes[index..<index + needle.count].elementsEqual(needle) {
                matches.append(match(index..<index + needle.count))
                index += needle.count
            } else {
                index += 1
            }
        }
        return matches.filter { !$0.pieces.isEmpty }
    }

    private func match(_ range: Range<Int>) -> TextLayout.Match {
        var pieces: [TextLayout.Match.Piece] = []
        for (number, content) in contents.enumerated() {
            let line = starts[number]..<starts[number] + content.utf8.count
            let part = range.clamped(to: line)
            guard !part.isEmpty else { continue }
            let before = content.utf8Slice(0..<part.lowerBound - line.lowerBound)
            let within = content.utf8Slice(part.lowerBound - line.lowerBound..<part.upperBound - line.lowerBound)
            let index = lines.startIndex + number
            let column = lines[index].indent + DisplayWidth.of(String(before))
            let columns = column..<column + DisplayWidth.of(String(within))
            pieces.append(.init(line: TextLayout.LineIndex(block: block, line: index), columns: columns))
        }
        return TextLayout.Match(pieces: pieces)
    }
}
