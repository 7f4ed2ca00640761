/// What a rule looks at. Raw values are the names in `config.toml`.
package enum RuleField: String, CaseIterable, Sendable {
    case title, author
    /// The text, without its markup.
    case content
    /// The feed's title or address.
    case feed
    /// The address of the article's page, or of the page it points at.
    case url
    case tag
}

/// A rule of the person's: all of its conditions have to hold.
package struct ArticleRule: Hashable, Sendable {
    /// A field has to match a pattern, or must not.
    package struct Condition: Hashable, Sendable {
        package var field: RuleField
        package var pattern: Pattern
        package var isNegated: Bool

        /// From the notation of the configuration: a pattern, after `!` one that must not match.
        package init(_ field: RuleField, _ notation: String) throws(PatternError) {
            self.field = field
            isNegated = notation.hasPrefix("!")
            pattern = try Pattern(isNegated ? String(notation.dropFirst()) : notation)
        }

        var notation: String {
            "\(field.rawValue)=\(isNegated ? "!" : "")\(pattern.source)"
        }
    }

    package var conditions: [Condition]

    package init(_ conditions: [Condition]) {
        self.conditions = conditions
    }

    /// What costs least to look at comes first.
    func holds(for subject: inout RuleSubject) -> Bool {
        for field in Self.cheapestFirst {
            for condition in conditions where condition.field == field {
                let isMatch = subject.texts(of: field).contains(where: condition.pattern.matches)
                guard isMatch != condition.isNegated else { return false }
            }
        }
        return !conditions.isEmpty
    }

    private static let cheapestFirst: [RuleField] = [.feed, .title, .tag, .author, .url, .content]
}
