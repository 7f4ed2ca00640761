import ArticleText
import Basics

/// The open quotations and lists of a chapter. A document has a flat list of blocks, each with its containers; XHTML
/// nests them.
struct ChapterContainers {
    private enum Element: Equatable {
        case quotation
        case bullets
        /// A numbered list, with its attribute `type` (HTML §4.4.5).
        case numbers(type: Character)

        var start: String {
            switch self {
            case .quotation: "<blockquote"
            case .bullets: "<ul"
            case .numbers("1"): "<ol"
            case .numbers(let type): "<ol type=\"\(type)\""
            }
        }

        var end: String {
            switch self {
            case .quotation: "</blockquote>\n"
            case .bullets: "</li></ul>\n"
            case .numbers: "</li></ol>\n"
            }
        }
    }

    private var open: [(element: Element, isRightToLeft: Bool)] = []

    /// True if the text around the next block is read from right to left.
    var isRightToLeft: Bool { open.last?.isRightToLeft ?? false }

    /// Closes the elements that the block is not in, and opens those that it is in.
    mutating func enter(_ block: Block, isRightToLeft: Bool, _ output: inout [UInt8]) {
        let wanted = block.containers.map(Self.element)
        var depth = 0
        while depth < min(open.count, wanted.count), open[depth].element == wanted[depth].element,
            !wanted[depth].begins, !beginsQuotation(block, depth)
        {
            depth += 1
        }
        let isSameList =
            depth < min(open.count, wanted.count) && wanted[depth].begins && block.spacing != .apart
            && open[depth].element == wanted[depth].element
        close(to: isSameList ? depth + 1 : depth, &output)
        if isSameList {
            output.append(contentsOf: "</li>\n".utf8)
            Self.startItem(wanted[depth].number, &output)
            depth += 1
        }
        for (element, number, _) in wanted[depth...] {
            let direction = isRightToLeft && !self.isRightToLeft ? " dir=\"rtl\"" : ""
            output.append(contentsOf: "\(element.start)\(direction)>\n".utf8)
            if element != .quotation { Self.startItem(number, &output) }
            open.append((element, isRightToLeft || self.isRightToLeft))
        }
    }

    /// Closes all elements.
    mutating func closeAll(_ output: inout [UInt8]) {
        close(to: 0, &output)
    }

    private mutating func close(to depth: Int, _ output: inout [UInt8]) {
        while open.count > depth, let last = open.popLast() { output.append(contentsOf: last.element.end.utf8) }
    }

    /// True if the block begins another quotation below the one at this depth.
    private func beginsQuotation(_ block: Block, _ depth: Int) -> Bool {
        block.spacing == .betweenQuotations && block.containers[(depth + 1)...].allSatisfy { $0 != .quote }
    }

    private static func startItem(_ number: Int?, _ output: inout [UInt8]) {
        output.append(contentsOf: (number.map { "<li value=\"\($0)\">" } ?? "<li>").utf8)
    }

    // MARK: - Markers

    private static func element(
        of container: Block.Container
    ) -> (element: Element, number: Int?, begins: Bool) {
        guard case .listItem(let marker, let begins) = container else { return (.quotation, nil, false) }
        let word = marker.drop { $0 == " " }
        guard word.last == ".", let numbered = number(word.dropLast()) else { return (.bullets, nil, begins) }
        return (.numbers(type: numbered.type), numbered.number, begins)
    }

    /// Maximum length of a marker: e-readers compute numbers of 32 bits.
    private static let maximumLength = 6

    /// Reads `12`, or letters of one case: a … z, aa, ab … Roman numerals are read like that, too, which shows the same
    /// letters again.
    private static func number(_ word: Substring) -> (type: Character, number: Int)? {
        guard 1...maximumLength ~= word.utf8.count else { return nil }
        if let number = Int(word, within: -99_999...999_999) { return ("1", number) }
        for (type, first) in [("a", UInt8(ascii: "a")), ("A", UInt8(ascii: "A"))] as [(Character, UInt8)]
        where word.utf8.allSatisfy({ first..<first + 26 ~= $0 }) {
            return (type, word.utf8.reduce(0) { $0 * 26 + Int($1 - first) + 1 })
        }
        return nil
    }
}
