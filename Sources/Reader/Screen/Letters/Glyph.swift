/// The content of one or two cells: a spacing code point with up to four combining ones.
///
/// Terminals disagree on the width of joined emoji, flags and skin tones. These are reduced to a form that has the same
/// width everywhere, so that columns never shift: a joined emoji keeps its first part, a flag its two letters, and a
/// skin tone is removed.
///
/// Frames hold thousands of glyphs and are rebuilt with each key. So a glyph is two machine words without a string that
/// needs reference counting, and properties that are read for each cell may be inlined into other modules.
package struct Glyph: Equatable, Sendable {
    /// Three code points of 21 bits each, the spacing one lowest; missing ones are zero.
    @usableFromInline private(set) var low: UInt64
    /// Two more code points, with the width above them.
    @usableFromInline private(set) var high: UInt64

    /// - Parameter width: 1 or 2.
    package init(_ scalar: Unicode.Scalar, width: Int) {
        low = UInt64(scalar.value)
        high = UInt64(width) << Self.widthShift
    }

    /// Combines a base of one column with marks; marks beyond the limit are left out.
    package init(_ base: Unicode.Scalar, marks: [Unicode.Scalar]) {
        self.init(base, width: 1)
        for mark in marks { combine(mark) }
    }

    private init() {
        low = 0
        high = 0
    }

    package static let space = Glyph(" ", width: 1)
    /// The second column of a wide glyph.
    static let continuation = Glyph()

    /// The width in columns: 1 or 2; 0 for the second column of a wide glyph.
    @inlinable package var width: Int { Int(high >> Self.widthShift) }

    /// The spacing code point; 0 in the second column of a wide glyph.
    @inlinable package var base: UInt32 { UInt32(low & Self.mask) }

    /// True if the glyph has no combining code points.
    @inlinable package var isBaseAlone: Bool { low >> Self.bits == 0 }

    /// The code points, base first; `setcchar` takes the same number.
    package var codePoints: [UInt32] {
        (0..<Self.limit).lazy.map(codePoint).filter { $0 > 0 }
    }

    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: codePoints.compactMap(Unicode.Scalar.init))
        return String(text)
    }

    /// Maximum number of code points.
    private static let limit = 5
    // Computed: inlined code would read a stored constant through its lazy initializer, which takes a lock.
    @inlinable static var bits: Int { 21 }
    @inlinable static var mask: UInt64 { 1 << bits - 1 }
    @inlinable static var widthShift: Int { 62 }

    private func codePoint(_ index: Int) -> UInt32 {
        let word = index < 3 ? low : high
        return UInt32(word >> (index % 3 * Self.bits) & Self.mask)
    }

    /// Adds a combining code point, unless the glyph is full.
    private mutating func combine(_ scalar: Unicode.Scalar) {
        guard let index = (1..<Self.limit).first(where: { codePoint($0) == 0 }) else { return }
        let bits = UInt64(scalar.value) << (index % 3 * Self.bits)
        if index < 3 { low |= bits } else { high |= bits }
    }
}

// MARK: - From characters

extension Glyph {
    /// Calls `body` with each glyph of the character, from left to right. Control characters have no glyph.
    static func reduce(_ character: Character, _ body: (Glyph) -> Void) {
        var glyph: Glyph?
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case zeroWidthJoiner where glyph?.width == 2:
                glyph.map(body)  // 👩‍🚀 → 👩
                return
            case skinTones where glyph != nil:
                continue
            case regionalIndicators:
                glyph.map(body)
                let letter = UInt8(scalar.value - regionalIndicators.lowerBound) + UInt8(ascii: "A")
                glyph = Glyph(Unicode.Scalar(letter), width: 1)
            case _ where isFormat(scalar):
                continue
            default:
                let width = DisplayWidth.of(scalar)
                if width > 0 {
                    glyph.map(body)
                    glyph = Glyph(scalar, width: width)
                } else if !isControl(scalar) {
                    glyph?.combine(scalar)
                }
            }
        }
        glyph.map(body)
    }

    private static let zeroWidthJoiner: UInt32 = 0x200D
    private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// True for invisible code points that a cell should not hold: joiners, variation selectors, tags, bidirectional
    /// controls.
    private static func isFormat(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0xAD
    }
}
