/// The rules of the search language that modules other than its parser need.
package enum SearchLanguage {
    /// The values of `is:` that find articles packed for a journey.
    package static let packedValues = ["packed", "aboard"]

    /// The words that find articles packed for a journey, alone or in a longer search; the language ignores case.
    package static let packedWords = packedValues.map { "is:" + $0 }

    /// The deepest nesting of parentheses; deeper ones count as characters of words.
    package static let maximumDepth = 16
}
