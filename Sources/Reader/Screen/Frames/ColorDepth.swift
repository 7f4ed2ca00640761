/// The number of colours of a terminal. It adapts styles to them so that text never has the colour of its background.
package enum ColorDepth: Equatable, Sendable {
    case none, eight, sixteen, indexed, direct

    /// - Parameter colors: the number in terminfo: 0, 8, 16, 88, 256, or 2²⁴ for a `-direct` terminal.
    package init(colors: Int) {
        switch colors {
        case ..<8: self = .none
        case ..<16: self = .eight
        case ..<256: self = .sixteen
        case ..<0x100_0000: self = .indexed
        default: self = .direct
        }
    }

    /// Returns the style in colours that this terminal has.
    package func fitted(_ style: Style) -> Style {
        switch self {
        case .none: style.withoutColors
        case .eight, .sixteen: withoutBoldBlack(fittedToFew(style))
        case .indexed: fittedToMany(style)
        case .direct: style
        }
    }

    // MARK: - 256 colours

    private func fittedToMany(_ style: Style) -> Style {
        var fitted = style
        let background = style.background.map { Color.indexed($0.nearestOf256) }
        fitted.background = background
        guard let ink = style.foreground else { return fitted }
        guard case .rgb = ink, let paper = style.background, let background else {
            fitted.foreground = .indexed(ink.nearestOf256)
            return fitted
        }
        // The nearest colour may be slightly too faint, since both colours were rounded.
        let wanted = min(ink.contrast(with: paper), Color.readable)
        fitted.foreground = ink.nearest(among: 16...255) { $0.contrast(with: background) >= wanted }
        return fitted
    }

    // MARK: - 8 and 16 colours

    private func fittedToFew(_ style: Style) -> Style {
        var fitted = style
        fitted.background = style.background.map(basicBackground)
        guard let ink = style.foreground else { return fitted }
        if case .indexed(let index) = ink, index < limit, fitted.background != ink, index != 8 {
            return fitted
        }
        if let color = hued(ink, on: fitted.background) {
            fitted.foreground = color
        } else {
            fitted.foreground = fitted.background.map { $0.luminance > 0.18 ? .indexed(0) : .indexed(7) }
            if isFaint(ink, on: style.background) { fitted.attributes.insert(.dim) }
        }
        return fitted
    }

    /// Many terminals show bold black as grey, fainter than plain black. On a light background it becomes blue.
    private func withoutBoldBlack(_ style: Style) -> Style {
        guard style.foreground == .indexed(0), style.attributes.contains(.bold) else { return style }
        var style = style
        style.attributes.remove(.bold)
        let blue = Color.indexed(4)
        if let paper = style.background, blue.contrast(with: paper) >= Self.minimumContrast { style.foreground = blue }
        return style
    }

    private var limit: UInt8 { self == .eight ? 8 : 16 }

    /// Returns a background among the first eight colours: some terminals have no bright backgrounds.
    private func basicBackground(_ color: Color) -> Color {
        if case .indexed(let index) = color, index < 8 { return color }
        guard color.isColored else { return .indexed(color.luminance > 0.18 ? 7 : 0) }
        return Self.hues.min { color.hueDistance(to: $0) < color.hueDistance(to: $1) } ?? .indexed(0)
    }

    /// Returns the colour of the nearest hue that is readable on a background; nil for greys, and if no hue is near
    /// enough.
    private func hued(_ ink: Color, on background: Color?) -> Color? {
        guard ink.isColored else { return nil }
        let colors = self == .eight ? Self.hues : Self.hues + Self.brightHues
        let visible = colors.filter { color in
            color.hueDistance(to: ink) <= Self.nearHue
                && background.map { color.contrast(with: $0) >= Self.minimumContrast } ?? true
        }
        return visible.min { a, b in
            let (first, second) = (a.hueDistance(to: ink), b.hueDistance(to: ink))
            return first != second
                ? first < second : abs(a.luminance - ink.luminance) < abs(b.luminance - ink.luminance)
        }
    }

    /// True for a colour with little contrast to its background, and for colour 8, which in some palettes equals the
    /// background.
    private func isFaint(_ ink: Color, on background: Color?) -> Bool {
        if ink == .indexed(8) { return true }
        return background.map { ink.contrast(with: $0) < Self.faintContrast } ?? false
    }

    /// Red, green, yellow, blue, magenta and cyan.
    private static let hues = (1...6).map { Color.indexed($0) }
    private static let brightHues = (9...14).map { Color.indexed($0) }
    /// Maximum difference between hues that count as the same, in degrees.
    private static let nearHue = 50.0
    private static let minimumContrast = 3.0
    private static let faintContrast = 5.5
}

// MARK: - Comparison of colours

extension Color {
    /// Minimum contrast of easily readable text (WCAG 2.2, 1.4.3).
    package static let readable = 4.5

    /// Returns WCAG's contrast of two colours, from 1 to 21.
    package func contrast(with other: Color) -> Double {
        let (x, y) = (luminance, other.luminance)
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    /// WCAG's relative luminance, from 0 to 1.
    package var luminance: Double {
        let parts = components
        return 0.2126 * Self.linear(parts.red) + 0.7152 * Self.linear(parts.green) + 0.0722 * Self.linear(parts.blue)
    }

    /// Approximates the sRGB curve between its linear part and 1 with a cubic; the error is below a hundredth.
    static func linear(_ value: UInt8) -> Double {
        let x = Double(value) / 255
        return x * (x * (x * 0.305306011 + 0.682171111) + 0.012522878)
    }

    /// The difference between the largest and the smallest of red, green and blue.
    private var chroma: Int {
        let parts = components
        return Int(max(parts.red, parts.green, parts.blue)) - Int(min(parts.red, parts.green, parts.blue))
    }

    /// False for greys, and for slightly tinted whites and blacks.
    fileprivate var isColored: Bool { chroma >= 64 }

    /// The hue in degrees: red is 0, green 120, blue 240.
    private var hue: Double {
        let parts = components
        let (red, green, blue) = (Double(parts.red), Double(parts.green), Double(parts.blue))
        let strongest = max(red, green, blue)
        let range = strongest - min(red, green, blue)
        guard range > 0 else { return 0 }
        let sixth =
            switch strongest {
            case red: (green - blue) / range + (green < blue ? 6 : 0)
            case green: (blue - red) / range + 2
            default: (red - green) / range + 4
            }
        return sixth * 60
    }

    fileprivate func hueDistance(to other: Color) -> Double {
        let distance = abs(hue - other.hue)
        return min(distance, 360 - distance)
    }
}
