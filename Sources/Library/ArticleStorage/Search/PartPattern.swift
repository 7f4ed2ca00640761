import FeedRules

/// A condition in SQL that a text contains a part, in any letter case. In either text the marks of letters may be
/// separate characters, as in macOS file names, which site generators turn into tags.
struct PartPattern {
    let pattern: String
    private let isASCII: Bool

    /// - Parameter follows: false if the text begins with the part.
    /// - Parameter isFollowed: false if the text ends with it.
    init(_ part: String, follows: Bool = true, isFollowed: Bool = true) {
        isASCII = part.utf8.allSatisfy { $0 < 0x80 }
        let (any, letters) =
            if isASCII {
                ("%", part.map { "\\%_".contains($0) ? "\\\($0)" : String($0) }.joined())
            } else {
                // LIKE ignores the case of ASCII letters only; GLOB does not ignore it, but has sets of characters.
                ("*", ComposedLetters.of(part).unicodeScalars.map(Self.anyCase).joined())
            }
        pattern = (follows ? any : "") + letters + (isFollowed ? any : "")
    }

    /// Returns the condition on a text in SQL, with a placeholder for the pattern.
    func isPart(of text: String) -> String {
        isASCII ? "\(text) LIKE ? ESCAPE '\\'" : "\(ComposedText.function)(\(text)) GLOB ?"
    }

    /// Returns the pattern of `GLOB` for one character.
    private static func anyCase(_ scalar: Unicode.Scalar) -> String {
        if "Σσς".unicodeScalars.contains(scalar) { return "[Σσς]" }
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
