/// Writes values as TOML.
package enum TOMLText {
    /// Returns a basic string, which `TOMLDocument` reads back as the same text.
    package static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    /// Returns an array of basic strings.
    package static func list(_ texts: some Sequence<String>) -> String {
        "[" + texts.map(quoted).joined(separator: ", ") + "]"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        // C1 characters are escaped as well: a terminal obeys them.
        case _ where scalar.properties.generalCategory == .control:
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: return String(scalar)
        }
    }
}
