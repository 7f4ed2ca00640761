/// A rule of the person: all of its conditions must hold.
package struct ArticleRule: Hashable, Sendable {
    /// A field and a pattern that has to match it, or must not match it.
    package struct Condition: Hashable, Sendable {
        var field: RuleField
        var matcher: Matcher
        var isNegated: Bool

        enum Matcher: Hashable, Sendable {
            case pattern(Pattern)
            case words(WordPhrase)

            func matches(_ text: FoldedText) -> Bool {
                switch self {
                case .pattern(let pattern): pattern.matches(text)
                case .words(let phrase): phrase.matches(text)
                }
            }
        }

        init(_ field: RuleField, words: WordPhrase) {
            self.field = field
            matcher = .words(words)
            isNegated = false
        }

        /// Parses the configuration's notation: a pattern, with `!` before one that must not match.
        package init(_ field: RuleField, _ notation: String) throws(PatternError) {
            self.field = field
            isNegated = notation.hasPrefix("!")
            matcher = .pattern(try Pattern(isNegated ? String(notation.dropFirst()) : notation))
        }

        var notation: String {
            switch matcher {
            case .pattern(let pattern): "\(field.rawValue)=\(isNegated ? "!" : "")\(pattern.source)"
            case .words(let phrase): "\(field.rawValue)=“\(phrase.source)”"
            }
        }
    }

    package var conditions: [Condition]

    /// `title=deal author=!staff`
    package var words: String { conditions.map(\.notation).joined(separator: " ") }

    package init(_ conditions: [Condition]) {
        self.conditions = conditions
    }

    /// Checks the cheapest conditions first.
    func holds(for subject: inout RuleSubject) -> Bool {
        for field in Self.cheapestFirst {
            for condition in conditions where condition.field == field {
                let isMatch = subject.texts(of: field).contains(where: condition.matcher.matches)
                guard isMatch != condition.isNegated else { return false }
            }
        }
        return !conditions.isEmpty
    }

    private static let cheapestFirst: [RuleField] = [.feed, .title, .tag, .author, .url, .content]
}

/// The parts of an article that a rule can examine. Raw values are the names in `config.toml`.
package enum RuleField: String, CaseIterable, Sendable {
    case title, author
    /// The text, without its markup.
    case content
    /// The feed's title or address.
    case feed
    /// The address of the article's page, or of the page that it links to.
    case url
    case tag
}
