import Markup

/// Collects text whose line breaks and spaces are significant.
struct Preformatted {
    private static let tabWidth = 8

    private var bytes: [UInt8] = []

    /// True if text directly after it would run into its last word.
    var endsInWord: Bool {
        bytes.last.map { !$0.isMarkupSpace } ?? false
    }

    mutating func append(_ text: [UInt8], _ range: Range<Int>) {
        bytes.append(contentsOf: text[range])
    }

    /// Breaks the line, since a block inside starts and ends on its own line.
    mutating func breakLine(unlessAtStart: Bool) {
        if unlessAtStart, bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { return }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the lines so far with tabs expanded, without trailing spaces and without empty lines before and after
    /// them.
    mutating func finishLines() -> [String] {
        defer { bytes = [] }
        var lines: [String] = []
        // Empty lines are added once a line with text follows: a list of all parts took 30 times the text's memory.
        var (start, empty) = (0, 0)
        while start <= bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<bytes.count) ?? bytes.count
            let line = Self.line(bytes[start..<end])
            start = end + 1
            if line.isEmpty {
                empty += 1
                continue
            }
            if !lines.isEmpty { lines.append(contentsOf: repeatElement("", count: empty)) }
            empty = 0
            lines.append(line)
        }
        return lines
    }

    /// Returns the lines of a complete text.
    static func lines(of text: String) -> [String] {
        var preformatted = Preformatted()
        preformatted.bytes = Array(text.utf8)
        return preformatted.finishLines()
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var column = 0
        for byte in bytes {
            if byte == UInt8(ascii: "\t") {
                let blanks = tabWidth - column % tabWidth
                text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
                column += blanks
            } else if byte != UInt8(ascii: "\r") {
                text.append(byte)
                // Columns count characters, not bytes: continuation bytes do not begin a column.
                if byte & 0xC0 != 0x80 { column += 1 }
            }
        }
        while text.last?.isMarkupSpace == true { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
