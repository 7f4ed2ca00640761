import FeedParsing
import FeedRules

/// Translates a newsboat filter to rules; throws the reason if it cannot. `NewsboatSearch` makes searches.
struct NewsboatFilterTranslation {
    let tags: NewsboatTags

    struct Refusal: Error, Equatable {
        var reason: String
    }

    /// Returns the conditions of rules, at least one of which must hold. `feed`: an address that limits all of them.
    func rules(
        _ text: String, feed: MovedConfiguration.Rule.Condition? = nil
    ) throws(Refusal) -> [[MovedConfiguration.Rule.Condition]] {
        guard let filter = try? NewsboatFilter(text) else { throw Refusal(reason: "the filter cannot be read") }
        guard let alternatives = filter.alternatives else { throw Refusal(reason: "the filter is too long for rules") }
        var rules: [[MovedConfiguration.Rule.Condition]] = []
        for alternative in alternatives {
            var conditions = feed.map { [$0] } ?? []
            for comparison in alternative { conditions.append(try condition(comparison)) }
            guard Set(conditions.map(\.field)).count == conditions.count else {
                throw Refusal(reason: "lede's rules test each field only once")
            }
            rules.append(conditions)
        }
        return rules
    }

    private static let fields = [
        "title": "title", "author": "author", "content": "content", "feedtitle": "feed", "rssurl": "feed",
        "link": "url",
    ]

    private func condition(
        _ comparison: NewsboatFilter.Comparison
    ) throws(Refusal) -> MovedConfiguration.Rule.Condition {
        if let tagged = try tagged(comparison) { return tagged }
        guard let field = Self.fields[comparison.attribute] else {
            throw Refusal(reason: "lede's rules cannot test “\(comparison.attribute)”")
        }
        let pattern: String
        switch comparison.operation {
        case "=~": pattern = comparison.value
        case "!~": pattern = "!" + comparison.value
        case "=": pattern = "^" + Pattern.escaped(comparison.value) + "$"
        case "!=": pattern = "!^" + Pattern.escaped(comparison.value) + "$"
        default: throw Refusal(reason: "lede's rules have no equivalent of “\(comparison.operation)”")
        }
        return .init(field: field, pattern: try Self.checked(pattern))
    }

    /// Returns a condition on the feeds that have a tag in newsboat; nil for other comparisons.
    private func tagged(
        _ comparison: NewsboatFilter.Comparison
    ) throws(Refusal) -> MovedConfiguration.Rule.Condition? {
        guard comparison.attribute == "tags", ["#", "!#"].contains(comparison.operation) else { return nil }
        let feeds = tags.feeds(with: comparison.value)
        guard !feeds.isEmpty else { throw Refusal(reason: "no feed has the tag “\(comparison.value)”") }
        let pattern = feeds.map { "^\(Pattern.escaped($0.url))$" }.joined(separator: "|")
        return .init(
            field: "feed", pattern: try Self.checked((comparison.operation == "#" ? "" : "!") + pattern))
    }

    /// Refuses a pattern with one of the few POSIX notations that lede lacks.
    static func checked(_ pattern: String) throws(Refusal) -> String {
        let expression = pattern.hasPrefix("!") ? String(pattern.dropFirst()) : pattern
        guard !["\\<", "\\>", "[.", "[="].contains(where: expression.contains), (try? Pattern(expression)) != nil,
            !expression.isEmpty
        else { throw Refusal(reason: "lede's regular expressions cannot express “\(expression)”") }
        return pattern
    }
}
