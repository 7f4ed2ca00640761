/// A condition in SQL that a text contains a part, in any letter case.
struct PartPattern {
    /// The comparison, with a placeholder for the pattern.
    let comparison: String
    let pattern: String

    init(_ part: String) {
        if part.utf8.allSatisfy({ $0 < 0x80 }) {
            comparison = "LIKE ? ESCAPE '\\'"
            pattern = "%" + part.flatMap { "\\%_".contains($0) ? ["\\", $0] : [$0] } + "%"
        } else {
            // LIKE ignores the case of ASCII letters only; GLOB ignores none, but has sets of characters.
            comparison = "GLOB ?"
            pattern = "*" + part.unicodeScalars.map(Self.anyCase).joined() + "*"
        }
    }

    /// The pattern of `GLOB` for one character.
    private static func anyCase(_ scalar: Unicode.Scalar) -> String {
        var cases = String.UnicodeScalarView([scalar])
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        for other in [lower, upper] where other.count == 1 && !cases.contains(other[other.startIndex]) {
            cases.append(other[other.startIndex])
        }
        let isPlain = cases.count == 1 && !"*?[".unicodeScalars.contains(scalar)
        return isPlain ? String(cases) : "[\(String(cases))]"
    }
}
