import Basics
import Markup

/// Checks language tags (BCP 47), which feeds and pages write in many forms.
package enum LanguageTag {
    /// Maximum length of a tag that is believed, in bytes.
    private static let maximumLength = 35

    /// Returns the tag: letters and digits with hyphens between them, such as `de-CH`. Many feeds write `de_CH`, the
    /// name of a locale. Nil for other texts.
    package static func wellFormed(_ text: String) -> String? {
        let tag = text.replacing("_", with: "-")
        return isWellFormed(tag) ? tag : nil
    }

    private static func isWellFormed(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return tag.utf8.count <= maximumLength && parts[0].allSatisfy(\.isASCIILetter)
            && parts.allSatisfy { 1...8 ~= $0.count && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
    }
}
