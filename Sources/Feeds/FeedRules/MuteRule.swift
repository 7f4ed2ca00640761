package import FeedModel

extension Mute {
    /// The hiding rule: a title contains the text, all other fields are equal to it.
    package var rule: ArticleRule? {
        let escaped = Pattern.escaped(text)
        let notation = field == .title ? escaped : "^\(escaped)$"
        guard !text.isEmpty, let field = RuleField(rawValue: field.rawValue),
            let condition = try? ArticleRule.Condition(field, notation)
        else { return nil }
        return ArticleRule([condition])
    }
}

extension Pattern {
    /// An expression that matches exactly this text.
    package static func escaped(_ text: String) -> String {
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
