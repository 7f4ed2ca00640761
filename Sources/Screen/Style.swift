/// How a cell looks. What is nil is the terminal's own, or what lies under it.
public struct Style: Hashable, Sendable {
    public var foreground: Color?
    public var background: Color?
    public var attributes: Attributes

    public init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own text.
    public static let plain = Style()

    /// This style laid over another: its colours win where it has any, attributes add up.
    public func over(_ under: Style) -> Style {
        Style(
            foreground: foreground ?? under.foreground, background: background ?? under.background,
            attributes: attributes.union(under.attributes))
    }

    /// Attributes alone (`NO_COLOR`); what stood out by colour alone is underlined.
    public var withoutColors: Style {
        let stoodOut = attributes.isEmpty && self != .plain
        return Style(attributes: stoodOut ? .underline : attributes)
    }

    /// What a terminal is asked to do besides colour.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let bold = Attributes(rawValue: 1 << 0)
        public static let dim = Attributes(rawValue: 1 << 1)
        public static let italic = Attributes(rawValue: 1 << 2)
        public static let underline = Attributes(rawValue: 1 << 3)
        public static let reverse = Attributes(rawValue: 1 << 4)

        /// By the names that themes use.
        public static let names: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ]
    }
}
