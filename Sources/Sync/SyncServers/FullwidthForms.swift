/// The fullwidth forms of characters that have a meaning in HTML or in addresses. FreshRSS writes them in titles in place
/// of the characters, since some of its clients decode a title twice.
enum FullwidthForms {
    /// Those of `& < >` in all titles, and those of the others in the titles of feeds.
    private static let written: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{FF06}": "&", "\u{FF1C}": "<", "\u{FF1E}": ">", "\u{FF1F}": "?", "\u{FF3C}": "\\", "\u{FF0F}": "/",
        "\u{FF0C}": ",", "\u{FF1B}": ";",
    ]

    /// Returns the text with the characters, unless it is in a script that uses the fullwidth forms itself.
    static func replaced(in text: String) -> String {
        let scalars = text.unicodeScalars
        let hasForms = scalars.contains { written[$0] != nil }
        guard hasForms, !scalars.contains(where: isEastAsian) else { return text }
        var replaced = String.UnicodeScalarView()
        for scalar in scalars { replaced.append(written[scalar] ?? scalar) }
        return String(replaced)
    }

    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        guard written[scalar] == nil else { return false }
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF00...0xFFEF, 0x2_0000...0x3_FFFF:
            return true
        default: return false
        }
    }
}
