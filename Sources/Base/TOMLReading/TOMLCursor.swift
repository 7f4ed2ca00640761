/// A position in the bytes of a document, with its line and column.
struct TOMLCursor {
    private let bytes: [UInt8]
    private(set) var index = 0
    private var line = 1
    /// The last long string and its quotation mark; its end is nil until it has been read.
    private var longString: (start: Int, end: Int?, quote: UInt8)?
    /// A position in the current line whose column is known.
    private var known = (index: 0, column: 1)

    init(_ text: String) {
        bytes = Array(text.utf8)
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            known.index = 3
        }
    }

    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    var nextByte: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    var position: TOMLPosition {
        mutating get {
            var column = known.column
            // Continuation bytes of UTF-8 begin with 10.
            for offset in known.index..<index where bytes[offset] & 0xC0 != 0x80 { column += 1 }
            known = (index, column)
            return TOMLPosition(line: line, column: column)
        }
    }

    func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    mutating func skip(_ count: Int = 1) {
        for _ in 0..<count {
            guard let byte else { return }
            index += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                known = (index, 1)
            }
        }
    }

    /// Skips the byte if it comes next.
    mutating func accept(_ wanted: Character) -> Bool {
        guard byte == wanted.asciiValue else { return false }
        skip()
        return true
    }

    mutating func beginLongString(_ quote: UInt8) { longString = (index, nil, quote) }

    mutating func endLongString() { longString?.end = index }

    /// The end of the last long string, whether or not its text has an error; the end of the document if the string has
    /// no end.
    var longStringEnd: Int {
        guard let (start, end, quote) = longString else { return 0 }
        if let end { return end }
        var next = start
        while next + 2 < bytes.count {
            if bytes[next...next + 2].allSatisfy({ $0 == quote }) { return next + 3 }
            let isEscape = bytes[next] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
            next += isEscape ? 2 : 1
        }
        return bytes.count
    }

    func begins(with text: String) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    mutating func skipBlanks() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
    }

    mutating func skip(while isPart: (UInt8) -> Bool) {
        while let byte, byte != UInt8(ascii: "\n"), isPart(byte) { index += 1 }
    }

    /// Skips a line break: `\n` or `\r\n`.
    mutating func skipLineBreak() -> Bool {
        if byte == UInt8(ascii: "\r"), nextByte == UInt8(ascii: "\n") {
            skip(2)
            return true
        }
        return accept("\n")
    }

    mutating func fault(_ message: String) -> TOMLSyntaxError {
        TOMLSyntaxError(position: position, message: message)
    }

    /// Skips a comment, whose only control character is the tab.
    mutating func skipComment() throws(TOMLSyntaxError) {
        guard byte == UInt8(ascii: "#") else { return }
        skip { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        guard byte == nil || isAtLineBreak else { throw fault("a comment holds a control character") }
    }

    var isAtLineBreak: Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && nextByte == UInt8(ascii: "\n")
    }

    /// Skips blanks, comments and line breaks.
    mutating func skipGap() throws(TOMLSyntaxError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while skipLineBreak()
    }
}
