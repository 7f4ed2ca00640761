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
