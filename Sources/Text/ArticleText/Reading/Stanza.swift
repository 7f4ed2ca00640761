import Basics
import Markup

/// Lines of plain text between two empty ones, with their layout.
struct Stanza {
    enum Look: Equatable {
        case prose, list, preformatted
    }

    /// The marker of items without numbers.
    static let bullet = "•"

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

    /// The items of a list, each with its continuation lines.
    var items: [(marker: String, text: String)] {
        var items: [(marker: String, lines: [Substring])] = []
        for line in lines {
            if let item = Self.item(line) {
                items.append((item.marker, [item.text]))
            } else if !items.isEmpty {
                items[items.count - 1].lines.append(line)
            }
        }
        return items.map { ($0.marker, Self.joined($0.lines)) }
    }

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

    /// `- text`, `* text`, `• text`, `3. text`, `3) text`.
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
