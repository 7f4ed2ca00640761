/// How a cell looks. What is nil is the terminal's own, or what lies under it.
///
/// Thousands are compared with each key, so it is one machine word.
package struct Style: Hashable, Sendable {
    /// Attributes lowest, above them the background, then the foreground.
    private var bits: UInt64

    package init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        bits = 0
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package var foreground: Color? {
        get { color(at: Self.foregroundShift) }
        set { set(newValue, at: Self.foregroundShift) }
    }

    package var background: Color? {
        get { color(at: Self.backgroundShift) }
        set { set(newValue, at: Self.backgroundShift) }
    }

    package var attributes: Attributes {
        get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
        set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
    }

    private static let backgroundShift: UInt64 = 8
    private static let foregroundShift: UInt64 = 34
    private static let colorMask: UInt64 = 1 << 26 - 1

    private func color(at shift: UInt64) -> Color? {
        Color(bits: UInt32(bits >> shift & Self.colorMask))
    }

    private mutating func set(_ color: Color?, at shift: UInt64) {
        bits = bits & ~(Self.colorMask << shift) | UInt64(color?.bits ?? 0) << shift
    }

    /// The terminal's own text.
    package static let plain = Style()

    /// This style laid over another: its colours win where it has any, attributes add up.
    package func over(_ under: Style) -> Style {
        Style(
            foreground: foreground ?? under.foreground, background: background ?? under.background,
            attributes: attributes.union(under.attributes))
    }

    /// Attributes alone (`NO_COLOR`); what stood out by colour alone is underlined.
    package var withoutColors: Style {
        let stoodOut = attributes.isEmpty && self != .plain
        return Style(attributes: stoodOut ? .underline : attributes)
    }

    /// What a terminal is asked to do besides colour.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)

        /// By the names that themes use.
        package static let names: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ]
    }
}

extension Color {
    private static let indexedTag: UInt32 = 1 << 24
    private static let rgbTag: UInt32 = 2 << 24

    /// 26 of them, never all zero.
    fileprivate var bits: UInt32 {
        switch self {
        case .indexed(let index): Self.indexedTag | UInt32(index)
        case .rgb(let red, let green, let blue): Self.rgbTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    fileprivate init?(bits: UInt32) {
        switch bits & (Self.indexedTag | Self.rgbTag) {
        case Self.indexedTag: self = .indexed(UInt8(truncatingIfNeeded: bits))
        case Self.rgbTag:
            self = .rgb(
                red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits))
        default: return nil
        }
    }
}
