import Basics
import Markup

/// Lines of plain text between two empty ones, with their layout.
struct Stanza {
    enum Look: Equatable {
        case prose, list, preformatted
    }

    /// The marker of items without numbers.
    static let bullet = "•"

    private static let maximumDepth = 4
    private static let boxDrawing: ClosedRange<Unicode.Scalar> = "\u{2500}"..."\u{259F}"

    /// The lines without quotation marks; none is empty.
    let lines: [Substring]
    let quoteDepth: Int

    var containers: [Block.Container] {
        Array(repeating: .quote, count: quoteDepth)
    }

    var look: Look {
        if lines.first.flatMap(Self.item) != nil { return .list }
        let laidOut = lines.count(where: Self.isLaidOut)
        return laidOut * 2 > lines.count || (laidOut > 1 && lines.count > 2) ? .preformatted : .prose
    }

    /// The lines as running text: see `LineFlow`.
    var text: String {
        Self.joined(lines)
    }

    /// The items of a list, each with its continuation lines, and with the number of items that it is inside of.
    var items: [(marker: String, text: String, depth: Int)] {
        var items: [(marker: String, lines: [Substring], depth: Int)] = []
        var indents: [Int] = []
        for line in lines {
            if let item = Self.item(line) {
                let indent = line.prefix { $0 == " " }.count
                while let last = indents.last, indent < last { indents.removeLast() }
                // Numbers that are aligned at the right differ by one.
                if indents.last.map({ indent >= $0 + 2 }) ?? true { indents.append(indent) }
                items.append((item.marker, [item.text], min(indents.count - 1, Self.maximumDepth)))
            } else if !items.isEmpty {
                items[items.count - 1].lines.append(line)
            }
        }
        return items.map { ($0.marker, Self.joined($0.lines), $0.depth) }
    }

    static func isItem(_ line: Substring) -> Bool {
        item(line) != nil
    }

    /// True for a line such as `---`, which ends a list.
    static func isRule(_ line: Substring) -> Bool {
        let line = WhiteSpace.collapsed(String(line))
        guard let first = line.first, line.count >= 3, rules.contains(first) else { return false }
        return line.allSatisfy { $0 == first }
    }

    private static let rules: Set<Character> = ["-", "–", "—", "─", "━", "_", "=", "*", "~"]

    private static func joined(_ lines: [Substring]) -> String {
        LineFlow(lines.map { WhiteSpace.collapsed(String($0)) }).text
    }

    /// True for a line that is indented, has columns, or draws with characters.
    private static func isLaidOut(_ line: Substring) -> Bool {
        if line.hasPrefix("  ") || line.utf8.contains(UInt8(ascii: "\t")) { return true }
        if line.unicodeScalars.contains(where: { boxDrawing.contains($0) }) { return true }
        return line.trimmingBlanksAtEnd.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .hasTwoEmptyInARow
    }

    /// Reads `- text`, `* text`, `• text`, `3. text` or `3) text`.
    private static func item(_ line: Substring) -> (marker: String, text: Substring)? {
        let line = line.drop { $0 == " " }
        guard let blank = line.firstIndex(of: " "), blank != line.startIndex else { return nil }
        let mark = line[..<blank]
        let text = line[blank...].drop { $0 == " " }
        guard !text.isEmpty else { return nil }
        if ["-", "*", "•", "–", "+"].contains(mark) { return (bullet, text) }
        let isNumber = mark.dropLast().utf8.allSatisfy(\.isASCIIDigit) && 2...4 ~= mark.utf8.count
        guard isNumber, mark.last == "." || mark.last == ")" else { return nil }
        return (String(mark), text)
    }
}

extension Substring {
    fileprivate var trimmingBlanksAtEnd: Substring {
        self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
    }
}

extension Array where Element: Collection {
    fileprivate var hasTwoEmptyInARow: Bool {
        zip(self, dropFirst()).contains { $0.isEmpty && $1.isEmpty }
    }
}
