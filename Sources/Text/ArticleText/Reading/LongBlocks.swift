extension Block.Content {
    /// Maximum length of a block's text, in bytes (64 KB). A longer paragraph continues in another block, since the
    /// whole block is laid out when one of its lines is shown.
    private static let maximumTextLength = 64 << 10
    /// Maximum number of lines of laid-out text in a block (1,000).
    private static let maximumLines = 1_000

    /// This content, split into several blocks if it is long.
    var pieces: [Block.Content] {
        switch self {
        case .paragraph(let runs): Self.split(runs).map { .paragraph($0) }
        case .heading(let level, let runs): Self.split(runs).map { .heading(level, $0) }
        case .preformatted(let lines): Self.split(lines).map { .preformatted($0) }
        case .table, .picture, .rule: [self]
        }
    }

    private static func split(_ runs: [Run]) -> [[Run]] {
        guard runs.reduce(0, { $0 + $1.text.utf8.count }) > maximumTextLength else { return [runs] }
        var pieces: [[Run]] = [[]]
        var length = 0
        for run in runs {
            for part in split(run.text, first: maximumTextLength - length) {
                if length + part.utf8.count > maximumTextLength {
                    pieces.append([])
                    length = 0
                }
                var cut = run
                cut.text = String(part)
                pieces[pieces.count - 1].append(cut)
                length += part.utf8.count
            }
        }
        return pieces.filter { !$0.isEmpty }
    }

    private static func split(_ lines: [String]) -> [[String]] {
        let isShort = lines.count <= maximumLines && lines.reduce(0, { $0 + $1.utf8.count }) <= maximumTextLength
        guard !isShort else { return [lines] }
        var pieces: [[String]] = [[]]
        var length = 0
        for line in lines {
            for part in split(line, first: maximumTextLength) {
                if length + part.utf8.count > maximumTextLength || pieces[pieces.count - 1].count >= maximumLines {
                    pieces.append([])
                    length = 0
                }
                pieces[pieces.count - 1].append(String(part))
                length += part.utf8.count
            }
        }
        return pieces
    }

    /// Returns parts of at most `maximumTextLength` bytes, the first of at most `first`; they end between words where
    /// possible.
    private static func split(_ text: String, first: Int) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        var room = max(first, 1)
        while rest.utf8.count > room {
            let end = boundary(in: rest, room)
            if end > rest.startIndex { parts.append(rest[..<end]) }
            rest = rest[end...]
            room = maximumTextLength
        }
        return parts + [rest]
    }

    /// Returns the position after the last space within the first `length` bytes; if there is none nearby, a position
    /// between two characters.
    private static func boundary(in text: Substring, _ length: Int) -> String.Index {
        let limit = text.utf8.index(text.startIndex, offsetBy: length)
        let near = text.utf8.index(limit, offsetBy: -min(length, 400))
        if let space = text.utf8[near..<limit].lastIndex(of: UInt8(ascii: " ")) { return text.utf8.index(after: space) }
        var end = limit
        // RFC 3629 §3: the second and further bytes of a character start with the bits 10.
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return end
    }
}
