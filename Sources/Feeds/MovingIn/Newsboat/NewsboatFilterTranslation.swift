import Basics
import FeedParsing
import FeedRules

/// Translates a newsboat filter to rules; throws the reason if none of it can be one. `NewsboatSearch` makes searches.
struct NewsboatFilterTranslation {
    let tags: NewsboatTags

    struct Refusal: Error, Equatable {
        var reason: String
    }

    struct Translation: Equatable {
        /// The conditions of rules: at least one must hold.
        var rules: [[MovedConfiguration.Rule.Condition]] = []
        /// The alternatives that rules cannot express, one line each.
        var differences: [String] = []
    }

    /// Returns the rules for a filter. Each alternative (`or`) has a rule of its own, which has its effect without the
    /// others. `feed`: an address that limits all of them.
    func rules(
        _ text: String, feed: MovedConfiguration.Rule.Condition? = nil
    ) throws(Refusal) -> Translation {
        guard let filter = try? NewsboatFilter(text) else { throw Refusal(reason: "the filter cannot be read") }
        guard let alternatives = filter.alternatives else { throw Refusal(reason: "the filter is too long for rules") }
        var translation = Translation()
        var refusal: Refusal?
        for alternative in alternatives {
            do {
                translation.rules.append(try conditions(of: alternative, feed: feed))
            } catch {
                refusal = refusal ?? error
                let text = alternative.map { "\($0.attribute) \($0.operation) \($0.value)" }.joined(separator: " and ")
                translation.differences.append("moved without “\(ShownLine.of(text))”: \(error.reason)")
            }
        }
        if let refusal, translation.rules.isEmpty { throw refusal }
        return translation
    }

    /// Returns the conditions of one rule: all must hold.
    private func conditions(
        of comparisons: [NewsboatFilter.Comparison], feed: MovedConfiguration.Rule.Condition?
    ) throws(Refusal) -> [MovedConfiguration.Rule.Condition] {
        var conditions = feed.map { [$0] } ?? []
        for comparison in comparisons { conditions.append(try condition(comparison)) }
        guard Set(conditions.map(\.field)).count == conditions.count else {
            throw Refusal(reason: "lede's rules test each field only once")
        }
        return conditions
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
