import Basics
import Markup

/// Checks language tags (BCP 47), which feeds and pages write in many forms.
package enum LanguageTag {
    /// Maximum length of a tag that is believed, in bytes.
    private static let maximumLength = 35

    /// True for letters and digits with hyphens between them, such as `de-CH`.
    package static func isWellFormed(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return tag.utf8.count <= maximumLength && parts[0].allSatisfy(\.isASCIILetter)
            && parts.allSatisfy { 1...8 ~= $0.count && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
    }
}
