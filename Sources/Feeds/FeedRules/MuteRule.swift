package import FeedModel

extension Mute {
    /// The hiding rule: a title contains the words in their order, all other fields are equal to the text.
    package var rule: ArticleRule? {
        guard !text.isEmpty, let condition else { return nil }
        return ArticleRule([condition])
    }

    private var condition: ArticleRule.Condition? {
        if field == .title, let words = WordPhrase(text) { return ArticleRule.Condition(.title, words: words) }
        let escaped = Pattern.escaped(text)
        let notation = field == .title ? escaped : "^\(escaped)$"
        return RuleField(rawValue: field.rawValue).flatMap { try? ArticleRule.Condition($0, notation) }
    }
}

extension Pattern {
    /// An expression that matches exactly this text.
    static func escaped(_ text: String) -> String {
        var notation = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9" ~= scalar), scalar != " " {
                notation += "\\"
            }
            notation.unicodeScalars.append(scalar)
        }
        return notation
    }
}
