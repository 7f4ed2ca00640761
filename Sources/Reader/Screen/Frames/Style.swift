/// The look of a cell. A nil colour is the terminal's own, or the colour of the style below.
///
/// Each key press compares thousands of styles, so a style is one machine word, and `==` may be inlined into other
/// modules.
package struct Style: Hashable, Sendable {
    /// The attributes in the lowest bits, above them the background, then the foreground.
    @usableFromInline private(set) var bits: UInt64

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

    @inlinable package static func == (a: Style, b: Style) -> Bool {
        a.bits == b.bits
    }

    /// The style of the terminal's own text.
    package static let plain = Style()

    /// Returns this style applied over another one: its colours override, attributes add up. Black is never bold,
    /// because many terminals show bold black as grey.
    package func over(_ under: Style) -> Style {
        var style = Style(
            foreground: foreground ?? under.foreground, background: background ?? under.background,
            attributes: attributes.union(under.attributes))
        if style.foreground == .indexed(0) { style.attributes.remove(.bold) }
        return style
    }

    /// The style with attributes only (`NO_COLOR`). A style that had only colours becomes underlined.
    package var withoutColors: Style {
        let wasHighlighted = attributes.isEmpty && self != .plain
        return Style(attributes: wasHighlighted ? .underline : attributes)
    }

    /// Text attributes other than colour.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        // These replace the standard library's generic versions, which other modules would call unspecialized.

        package init(arrayLiteral elements: Attributes...) {
            rawValue = elements.reduce(0) { $0 | $1.rawValue }
        }

        package func union(_ other: Attributes) -> Attributes {
            Attributes(rawValue: rawValue | other.rawValue)
        }

        package mutating func formUnion(_ other: Attributes) {
            self = union(other)
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)

        /// The attributes with their names in themes.
        package static let names: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ]
    }
}

extension Color {
    private static let indexedTag: UInt32 = 1 << 24
    private static let rgbTag: UInt32 = 2 << 24

    /// The colour in 26 bits, never all zero.
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
