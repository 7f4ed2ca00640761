internal import CTerminal
import Screen

/// Converts cells for ncurses: attributes, colour pairs, and code points whose width the system confirms.
struct CellPainter {
    private var depth = ColorDepth.none
    private var pairs: [ColorPair: Int32] = [:]
    private var looks: [Style: Look] = [:]
    /// The look of the last cell, cached because most cells look like the previous one.
    private var last: (style: Style, look: Look)?

    /// A style in ncurses terms.
    private struct Look {
        var attributes: UInt32
        var pair: Int32
    }

    private struct ColorPair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    init() {}

    /// `colors` is the number in terminfo: 0, 8, 16, 256, or 2²⁴ for a `-direct` terminal.
    init(colors: Int) {
        depth = ColorDepth(colors: colors)
    }

    /// Maximum number of colour pairs kept: a page with pictures needs thousands, and each takes memory.
    private static let pairLimit = 12_000

    /// Drops all pairs if there are too many. Returns true if it did; then every cell must be painted again.
    mutating func forgetPairs() -> Bool {
        guard pairs.count > Self.pairLimit else { return false }
        pairs.values.forEach { lede_terminal_free_pair($0) }
        (pairs, looks, last) = ([:], [:], nil)
        return true
    }

    mutating func paint(_ spans: [FrameDiff.Span], of frame: Frame) {
        frame.cells.withUnsafeBufferPointer { cells in
            for span in spans {
                let start = span.row * frame.size.columns
                for column in span.columns { add(cells[start + column]) }
                lede_terminal_put(Int32(span.row), Int32(span.columns.lowerBound))
            }
        }
    }

    private mutating func add(_ cell: Cell) {
        let glyph = cell.glyph
        guard glyph.width > 0 else { return }
        let look = look(of: cell.style)
        if Self.wouldShift(glyph) {
            add(Self.replacement, look)
            if glyph.width == 2 { add(Self.space, look) }
        } else if glyph.isBaseAlone {
            add(glyph.base, look)
        } else {
            let points = glyph.codePoints
            add(points, Self.combines(points) ? points.count : 1, look)
        }
    }

    /// Returns the text of a cell as `paint` writes it.
    static func text(of cell: Cell) -> String {
        let glyph = cell.glyph
        guard glyph.width > 0 else { return "" }
        if wouldShift(glyph) { return glyph.width == 2 ? "? " : "?" }
        guard glyph.isBaseAlone || combines(glyph.codePoints) else {
            return Unicode.Scalar(glyph.base).map { String(Character($0)) } ?? "?"
        }
        return cell.text
    }

    /// True if the system gives the code point another width or none: its cell would shift the rest of the row.
    private static func wouldShift(_ glyph: Glyph) -> Bool {
        glyph.base >= 0x80 && lede_terminal_width(glyph.base) != Int32(glyph.width)
    }

    /// True if the system gives all code points after the first zero width.
    private static func combines(_ points: [UInt32]) -> Bool {
        points.dropFirst().allSatisfy { lede_terminal_width($0) == 0 }
    }

    private static let replacement = UInt32(UInt8(ascii: "?"))
    private static let space = UInt32(UInt8(ascii: " "))

    private func add(_ point: UInt32, _ look: Look) {
        withUnsafePointer(to: point) { add($0, 1, look) }
    }

    private func add(_ points: UnsafePointer<UInt32>, _ count: Int, _ look: Look) {
        lede_terminal_add(points, Int32(count), look.attributes, look.pair)
    }

    private mutating func look(of style: Style) -> Look {
        if let last, last.style == style { return last.look }
        let look = looks[style] ?? addLook(of: style)
        last = (style, look)
        return look
    }

    private mutating func addLook(of style: Style) -> Look {
        let fitted = depth == .none ? style : depth.fitted(style)
        let look = Look(attributes: attributes(of: fitted), pair: pair(of: fitted))
        looks[style] = look
        return look
    }

    private static let attributes: [(Style.Attributes, UInt32)] = [
        (.bold, lede_attribute_bold), (.dim, lede_attribute_dim), (.italic, lede_attribute_italic),
        (.underline, lede_attribute_underline), (.reverse, lede_attribute_reverse),
    ]

    private func attributes(of style: Style) -> UInt32 {
        Self.attributes.reduce(0) { style.attributes.contains($1.0) ? $0 | $1.1 : $0 }
    }

    private mutating func pair(of style: Style) -> Int32 {
        guard depth != .none, style.foreground != nil || style.background != nil else { return 0 }
        let colors = ColorPair(foreground: number(of: style.foreground), background: number(of: style.background))
        if let known = pairs[colors] { return known }
        let pair = lede_terminal_pair(colors.foreground, colors.background)
        pairs[colors] = pair
        return pair
    }

    /// Returns the terminal's number for a colour; −1 is its default colour.
    private func number(of color: Color?) -> Int32 {
        guard let color else { return -1 }
        if depth != .direct, case .indexed(let index) = color { return Int32(index) }
        return color.directNumber
    }
}
