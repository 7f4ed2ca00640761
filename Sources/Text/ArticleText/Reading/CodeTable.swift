import Markup

/// Code that a page sets in a table beside the numbers of its lines, with each line in a row or an element of its own.
struct CodeTable {
    /// The lines, without their numbers.
    let text: String

    /// Reads the content of a table up to `end`.
    init(_ scanner: MarkupScanner, upTo end: Int) {
        var reader = Reader()
        var inside = scanner
        while inside.position < end, let token = inside.next(), inside.tokenStart < end {
            switch token {
            case .startTag(let tag): reader.start(tag, inside)
            case .endTag(let name): reader.end(name, inside)
            case .text(let range): reader.append(range, &inside)
            default: break
            }
        }
        text = reader.finish()
    }

    private struct Reader {
        private var lines: [UInt8] = []
        /// The text of the current row.
        private var row: [UInt8] = []
        private var hasRow = false
        private var isInCell = false
        private var isInPreformatted = false

        mutating func start(_ tag: StartTag, _ scanner: MarkupScanner) {
            switch ShortName(scanner.bytes, tag.name).flatMap(ElementRole.role) {
            case .row?: endRow()
            case .cell?: isInCell = !scanner.isNumberCell(tag)
            case .block?: breakLine()
            case .preformatted?: isInPreformatted = true
            case .lineBreak?: row.append(UInt8(ascii: "\n"))
            default: break
            }
        }

        mutating func end(_ name: Range<Int>, _ scanner: MarkupScanner) {
            switch ShortName(scanner.bytes, name).flatMap(ElementRole.role) {
            case .cell?: isInCell = false
            case .preformatted?: isInPreformatted = false
            case .block?: breakLine()
            default: break
            }
        }

        mutating func append(_ range: Range<Int>, _ scanner: inout MarkupScanner) {
            guard isInCell else { return }
            // White space between the elements of two lines.
            let isAtStart = row.isEmpty || row.last == UInt8(ascii: "\n")
            if !isInPreformatted, isAtStart, scanner.bytes.trimmed(range).isEmpty, scanner.bytes[range].contains(0x0A) {
                return
            }
            scanner.appendDecoded(range, to: &row)
            hasRow = true
        }

        private mutating func breakLine() {
            if let last = row.last, last != UInt8(ascii: "\n") { row.append(UInt8(ascii: "\n")) }
        }

        /// Ends the line of a row; one without text is an empty line between others.
        private mutating func endRow() {
            if row.last == UInt8(ascii: "\n") { row.removeLast() }
            if hasRow { lines.append(contentsOf: row + [UInt8(ascii: "\n")]) }
            row = []
        }

        mutating func finish() -> String {
            endRow()
            let text = String(decoding: lines, as: UTF8.self).replacing("\u{A0}", with: " ")
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }
}

extension MarkupScanner {
    /// Maximum number of tokens from the start of a table to its first cell, and from there to its text.
    private static let maximumTokensToCell = 8

    /// True if the first cell of the table that was just begun holds the number of a line.
    func beginsCodeTable(_ tag: StartTag) -> Bool {
        guard ShortName(bytes, tag.name) == "table" else { return false }
        var inside = self
        for _ in 0..<Self.maximumTokensToCell {
            switch inside.next() {
            case .text(let range)? where inside.bytes.trimmed(range).isEmpty: continue
            case .startTag(let inner)?:
                switch ShortName(inside.bytes, inner.name).flatMap(ElementRole.role) {
                case .row?: continue
                case .cell?: return inside.isNumberCell(inner)
                default: return false
                }
            default: return false
            }
        }
        return false
    }

    /// True for the cell of a line's number, or of all numbers.
    fileprivate func isNumberCell(_ tag: StartTag) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        if hasClass(numberCellClasses, tag) { return true }
        guard hasClass(["gutter"], tag) else { return false }
        // Layouts of newsletters give this name to an empty column.
        var inside = self
        for _ in 0..<Self.maximumTokensToCell {
            switch inside.next() {
            case .startTag?: continue
            case .text(let range)? where bytes.trimmed(range).isEmpty: continue
            case .text(let range)?:
                return bytes[range].allSatisfy { $0.isMarkupSpace || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            default: return false
            }
        }
        return false
    }
}

/// The classes of GitHub, highlight.js and Crayon.
private let numberCellClasses: [StaticString] = [
    "blob-num", "js-line-number", "hljs-ln-numbers", "crayon-nums", "urvanov-syntax-highlighter-nums",
]
