import Basics
internal import CTerminal
import Screen

/// Writes links (OSC 8), which ncurses does not support. It writes cells that ncurses has already painted once more,
/// with the same characters and styles, so that ncurses' copy of the screen stays correct.
///
/// Links are written after a short time without keys. If a row with links changes, ncurses must write the cells of these
/// links again, so that no cell keeps a link of the previous text. Rows that scroll keep their links.
struct LinkPainter {
    /// The links that the terminal currently shows, by row.
    private(set) var shown: [Int: [Frame.Link]] = [:]

    /// True if a frame has links that the terminal does not show.
    func needsPainting(_ frame: Frame?) -> Bool {
        guard let frame else { return false }
        return frame.links.contains { shown[$0.row] == nil }
    }

    /// Drops the rows that change in the next frame, or whose links change. Returns their links, because ncurses must
    /// write the cells of these links.
    mutating func dropRows(changedBy diff: FrameDiff, in frame: Frame) -> [Frame.Link] {
        guard !shown.isEmpty else { return [] }
        let wanted = Dictionary(grouping: frame.links, by: \.row)
        let painted = Set(diff.spans.map(\.row))
        let rows = shown.keys.filter { painted.contains($0) || wanted[$0] != shown[$0] }.sorted()
        return rows.flatMap { shown.removeValue(forKey: $0) ?? [] }
    }

    /// Moves the links of rows that the terminal has scrolled.
    mutating func scroll(_ scroll: FrameScroll) {
        guard !shown.isEmpty else { return }
        let moved = shown.compactMap { row, links -> (Int, [Frame.Link])? in
            guard scroll.rows.contains(row) else { return (row, links) }
            let target = row - scroll.count
            guard scroll.rows.contains(target) else { return nil }
            return (
                target,
                links.map { Frame.Link(row: target, columns: $0.columns, address: $0.address, number: $0.number) }
            )
        }
        shown = Dictionary(uniqueKeysWithValues: moved)
    }

    /// Returns the bytes that scroll rows (DECSTBM, SU, SD). The uncovered rows get the default background.
    static func bytes(for scroll: FrameScroll) -> [UInt8] {
        let (count, direction) = (scroll.count.magnitude, scroll.count > 0 ? "S" : "T")
        let region = "\u{1B}[\(scroll.rows.lowerBound + 1);\(scroll.rows.upperBound)r"
        return Array("\u{1B}7\u{1B}[0m\(region)\u{1B}[\(count)\(direction)\u{1B}[r\u{1B}8".utf8)
    }

    /// Drops all rows, after the terminal was cleared or used by another program.
    mutating func forget() {
        shown = [:]
    }

    /// Returns the bytes that write all links not shown yet.
    mutating func dequeueBytes(for frame: Frame, depth: ColorDepth) -> [UInt8] {
        let missing = frame.links.filter { shown[$0.row] == nil }
        guard !missing.isEmpty else { return [] }
        for link in missing { shown[link.row, default: []].append(link) }
        var text = "\u{1B}7"  // DECSC: the cursor and its look
        var last: Frame.Link?
        var style: Style?
        // Parts of a link often follow each other: its words, its number, its rest in the next row. The address is
        // written once for all of them.
        for link in missing {
            if last?.row != link.row || last?.columns.upperBound != link.columns.lowerBound {
                text += "\u{1B}[\(link.row + 1);\(link.columns.lowerBound + 1)H"
            }
            if last?.number != link.number || last?.address != link.address {
                text += "\u{1B}]8;id=\(link.number);\(Self.escaped(link.address))\u{1B}\\"
            }
            last = link
            for column in link.columns {
                let cell = frame[link.row, column]
                if cell.style != style { text += Self.look(cell.style, depth) }
                style = cell.style
                text += CellPainter.text(of: cell)
            }
        }
        return Array((text + "\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}8").utf8)
    }

    /// Returns the address in printable ASCII, as OSC 8 requires; nothing in it can end the sequence.
    private static func escaped(_ address: String) -> String {
        PercentEncoding.encoded(address, keeping: .visibleButBackslash)
    }

    private static let attributes: [(Style.Attributes, Int)] = [
        (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
    ]

    /// Returns the style as SGR (ECMA-48 §8.3.117), in the colours that ncurses uses.
    static func look(_ style: Style, _ depth: ColorDepth) -> String {
        let fitted = depth == .none ? style : depth.fitted(style)
        var codes = ["0"] + attributes.filter { fitted.attributes.contains($0.0) }.map { String($0.1) }
        if depth != .none {
            codes += [code(of: fitted.foreground, depth, base: 30), code(of: fitted.background, depth, base: 40)]
                .compactMap(\.self)
        }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private static func code(of color: Color?, _ depth: ColorDepth, base: Int) -> String? {
        guard let color else { return nil }
        if depth != .direct, case .indexed(let index) = color {
            switch index {
            case ..<8: return String(base + Int(index))
            case ..<16: return String(base + 60 + Int(index) - 8)
            default: return "\(base + 8);5;\(index)"
            }
        }
        let parts = color.components
        return "\(base + 8);2;\(parts.red);\(parts.green);\(parts.blue)"
    }
}
