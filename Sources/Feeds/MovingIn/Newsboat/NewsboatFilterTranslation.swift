import FeedRules

/// Translates a newsboat filter to a search or to rules; throws the reason if it cannot.
enum NewsboatFilterTranslation {
    struct Refusal: Error, Equatable {
        var reason: String
    }

    // MARK: - As a search

    /// Returns a query in the search language.
    static func search(_ text: String) throws(Refusal) -> String {
        guard let filter = try? NewsboatFilter(text) else { throw Refusal(reason: "the filter cannot be read") }
        guard let comparisons = filter.conjunction else {
            throw Refusal(reason: "the search language has no “or”")
        }
        var words: [String] = []
        for comparison in comparisons { words.append(try word(comparison)) }
        return words.joined(separator: " ")
    }

    private static func word(_ comparison: NewsboatFilter.Comparison) throws(Refusal) -> String {
        let (attribute, operation, value) = (comparison.attribute, comparison.operation, comparison.value)
        switch (attribute, operation) {
        case ("unread", "="), ("unread", "!="):
            return (value == "yes") == (operation == "=") ? "is:unread" : "is:read"
        case ("title", "=~"), ("title", "!~"), ("author", "=~"), ("author", "!~"):
            return (operation == "!~" ? "-" : "") + "\(attribute):" + (try phrase(value))
        case ("content", "=~"), ("content", "!~"):
            return (operation == "!~" ? "-" : "") + (try phrase(value))
        case ("feedtitle", "=~"), ("feedtitle", "="), ("rssurl", "=~"), ("rssurl", "="):
            return "feed:" + (try phrase(value))
        case ("feedtitle", "!~"), ("feedtitle", "!="), ("rssurl", "!~"), ("rssurl", "!="):
            return "-feed:" + (try phrase(value))
        case ("flags", "!=") where value.isEmpty, ("flags", "=") where value.isEmpty:
            return operation == "!=" ? "is:starred" : "is:unstarred"
        case ("flags", "=~"), ("flags", "#"):
            throw Refusal(reason: "lede has no flags by letter; flagged articles are starred")
        default:
            throw Refusal(reason: "the search language does not support “\(attribute) \(operation)”")
        }
    }

    /// Returns a plain word or phrase, in quotation marks if it needs them.
    private static func phrase(_ value: String) throws(Refusal) -> String {
        guard !value.isEmpty, !value.contains(where: { "[](){}|^$*+?.\\\"".contains($0) }) else {
            throw Refusal(reason: "the search language has no regular expressions")
        }
        return value.contains(" ") ? "\"\(value)\"" : value
    }

    // MARK: - As rules

    /// Returns the conditions of rules, at least one of which must hold. `feed`: an address that limits all of them.
    static func rules(
        _ text: String, feed: MovedConfiguration.Rule.Condition? = nil
    ) throws(Refusal) -> [[MovedConfiguration.Rule.Condition]] {
        guard let filter = try? NewsboatFilter(text) else { throw Refusal(reason: "the filter cannot be read") }
        guard let alternatives = filter.alternatives else { throw Refusal(reason: "the filter is too long for rules") }
        var rules: [[MovedConfiguration.Rule.Condition]] = []
        for alternative in alternatives {
            var conditions = feed.map { [$0] } ?? []
            for comparison in alternative { conditions.append(try condition(comparison)) }
            guard Set(conditions.map(\.field)).count == conditions.count else {
                throw Refusal(reason: "a rule of lede tests each field once")
            }
            rules.append(conditions)
        }
        return rules
    }

    private static let fields = [
        "title": "title", "author": "author", "content": "content", "feedtitle": "feed", "rssurl": "feed",
        "link": "url",
    ]

    private static func condition(
        _ comparison: NewsboatFilter.Comparison
    ) throws(Refusal) -> MovedConfiguration.Rule.Condition {
        guard let field = fields[comparison.attribute] else {
            throw Refusal(reason: "a rule of lede cannot test “\(comparison.attribute)”")
        }
        let pattern: String
        switch comparison.operation {
        case "=~": pattern = comparison.value
        case "!~": pattern = "!" + comparison.value
        case "=": pattern = "^" + escaped(comparison.value) + "$"
        case "!=": pattern = "!^" + escaped(comparison.value) + "$"
        default: throw Refusal(reason: "a rule of lede does not support “\(comparison.operation)”")
        }
        return .init(field: field, pattern: try checked(pattern))
    }

    /// Refuses a pattern with one of the few POSIX notations that lede lacks.
    static func checked(_ pattern: String) throws(Refusal) -> String {
        let expression = pattern.hasPrefix("!") ? String(pattern.dropFirst()) : pattern
        guard !["\\<", "\\>", "[.", "[="].contains(where: expression.contains), (try? Pattern(expression)) != nil,
            !expression.isEmpty
        else { throw Refusal(reason: "lede's regular expressions cannot express “\(expression)”") }
        return pattern
    }

    /// Returns an expression that matches exactly this text.
    static func escaped(_ text: String) -> String {
        text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
