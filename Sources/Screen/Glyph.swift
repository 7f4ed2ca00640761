/// What one or two cells can hold: a spacing code point with up to four that combine with it.
///
/// Terminals disagree on how wide joined emoji, flags and skin tones are, so these are reduced to what each terminal counts
/// alike, and columns never drift: of a joined emoji the first stays, of a flag its two letters, a skin tone goes.
public struct Glyph: Equatable, Sendable {
    public var text: String
    /// 1 or 2.
    public var width: Int

    /// How many combining code points `setcchar` takes besides the first.
    private static let combiningLimit = 4

    /// Calls `body` with each glyph of the character, from left to right. Controls give none.
    static func reduce(_ character: Character, _ body: (Glyph) -> Void) {
        var scalars = String.UnicodeScalarView()
        var width = 0
        var combining = 0

        func finish() {
            if width > 0 {
                body(Glyph(text: String(scalars), width: width))
            }
            scalars = String.UnicodeScalarView()
            width = 0
            combining = 0
        }

        for scalar in character.unicodeScalars {
            switch scalar.value {
            case zeroWidthJoiner where width == 2:
                return finish()  // 👩‍🚀 → 👩
            case skinTones where width > 0:
                continue
            case regionalIndicators:
                finish()
                scalars.append(Unicode.Scalar(UInt8(scalar.value - regionalIndicators.lowerBound) + UInt8(ascii: "A")))
                width = 1
            case _ where isFormat(scalar):
                continue
            default:
                let own = DisplayWidth.of(scalar)
                if own > 0 {
                    finish()
                    scalars.append(scalar)
                    width = own
                } else if width > 0, combining < combiningLimit, !isControl(scalar) {
                    scalars.append(scalar)
                    combining += 1
                }
            }
        }
        finish()
    }

    private static let zeroWidthJoiner: UInt32 = 0x200D
    private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Invisible code points that a cell is better off without: joiners, variation selectors, tags, bidirectional controls.
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
