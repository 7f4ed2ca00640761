import Screen

/// Parses a style in words: `[colour] [on colour] [bold] [dim] [italic] [underline] [reverse]`.
enum StyleNotation {
    struct Problem: Error, CustomStringConvertible {
        var message: String

        var description: String { message }
    }

    /// - Parameters:
    ///   - text: the words.
    ///   - palette: named colours besides the standard ones; nil is the terminal's own colour.
    static func style(_ text: String, _ palette: [String: Color?] = terminal) throws(Problem) -> Style {
        var style = Style()
        var isBackground = false
        var (hasColor, hasBackground) = (false, false)
        for word in text.split(separator: " ").map(String.init) {
            if word == "on" {
                isBackground = true
            } else if let attribute = Style.Attributes.names.first(where: { $0.name == word })?.attribute {
                style.attributes.insert(attribute)
            } else {
                guard let color = palette[word] ?? Color(word).map(Optional.some) else {
                    throw Problem(message: "\(word) is neither a colour nor an attribute (\(ThemeFile.help))")
                }
                guard !(isBackground ? hasBackground : hasColor) else {
                    let mistake = isBackground ? "a second background" : "a second colour; “on” precedes a background"
                    throw Problem(message: "\(word) is \(mistake) (\(ThemeFile.help))")
                }
                if isBackground {
                    (style.background, hasBackground) = (color, true)
                } else {
                    (style.foreground, hasColor) = (color, true)
                }
                isBackground = false
            }
        }
        guard !isBackground else { throw Problem(message: "no colour follows “on” (\(ThemeFile.help))") }
        return style
    }

    static let terminal: [String: Color?] = ["default": Optional<Color>.none]
}
