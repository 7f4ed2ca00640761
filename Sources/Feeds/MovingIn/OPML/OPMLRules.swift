package import FeedModel
import FeedParsing
import FeedRules

/// The filters that FreshRSS and Miniflux write into OPML, as rules for the feed that has them: Miniflux drops
/// articles, FreshRSS marks them as read.
package struct OPMLRules: Sendable {
    package private(set) var rules: [MovedConfiguration.Rule] = []
    /// Filters that lede cannot express, a line each.
    package private(set) var remarks: [String] = []

    private typealias Condition = MovedConfiguration.Rule.Condition
    private typealias Refusal = NewsboatFilterTranslation.Refusal

    /// - Parameter name: the file, for the remarks.
    package init(_ list: OPMLDocument, name: String) {
        for outline in list.feeds {
            for filter in outline.filters {
                do {
                    try add(filter, of: outline)
                } catch {
                    remarks.append("\(name): \(outline.title): \(filter.name): \(error.reason)")
                }
            }
        }
    }

    private mutating func add(_ filter: OPMLFilter, of outline: OPMLOutline) throws(Refusal) {
        let feed = "^" + Pattern.escaped(outline.feedURL ?? "") + "$"
        let marksRead = filter.kind == .search
        for conditions in try Self.conditions(filter.kind, filter.lines) {
            rules.append(
                .init(
                    kind: marksRead ? "mark" : "kill",
                    conditions: [Condition(field: "feed", pattern: feed)] + conditions, marksRead: marksRead))
        }
    }

    /// The rules of one filter, each with its conditions.
    private static func conditions(_ kind: OPMLFilter.Kind, _ lines: [String]) throws(Refusal) -> [[Condition]] {
        switch kind {
        case .blockedPattern: return try matching(lines.joined(), isKept: false)
        case .keptPattern: return try matching(lines.joined(), isKept: true)
        case .blockedFields:
            var rules: [[Condition]] = []
            for line in lines {
                let (field, pattern) = try fieldRule(line)
                rules.append([Condition(field: field, pattern: pattern)])
            }
            return rules
        case .keptFields: return [try keeping(lines)]
        case .search:
            var rules: [[Condition]] = []
            for line in lines { rules.append(try search(line)) }
            return rules
        }
    }

    // MARK: - Miniflux

    /// Miniflux tests a pattern against the address, the title, the author and the tags of an entry.
    private static let testedFields = ["title", "url", "author", "tag"]

    private static func matching(_ expression: String, isKept: Bool) throws(Refusal) -> [[Condition]] {
        let pattern = try checked(expression)
        guard isKept else { return testedFields.map { [Condition(field: $0, pattern: pattern)] } }
        return [testedFields.map { Condition(field: $0, pattern: "!" + pattern) }]
    }

    private static let entryFields = [
        "EntryTitle": "title", "EntryURL": "url", "EntryAuthor": "author", "EntryTag": "tag", "EntryContent": "content",
    ]

    /// `EntryTitle=EXPRESSION`.
    private static func fieldRule(_ line: String) throws(Refusal) -> (field: String, pattern: String) {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let field = entryFields[parts[0]] else {
            throw Refusal(reason: "lede has no rule for “\(line)”")
        }
        return (field, try checked(parts[1]))
    }

    /// An entry is kept if any line matches, so it is hidden if none does.
    private static func keeping(_ lines: [String]) throws(Refusal) -> [Condition] {
        var patterns: [(field: String, pattern: String)] = []
        for line in lines {
            let (field, pattern) = try fieldRule(line)
            if let index = patterns.firstIndex(where: { $0.field == field }) {
                patterns[index].pattern += "|" + pattern
            } else {
                patterns.append((field, pattern))
            }
        }
        return patterns.map { Condition(field: $0.field, pattern: "!" + $0.pattern) }
    }

    /// Rules ignore letter case, as `(?i)` asks; the other flags of Go's expressions have no counterpart.
    private static func checked(_ expression: String) throws(Refusal) -> String {
        let plain = expression.hasPrefix("(?i)") ? String(expression.dropFirst(4)) : expression
        guard !plain.hasPrefix("!") else { throw Refusal(reason: "lede reads the “!” of “\(plain)” as “not”") }
        return try NewsboatFilterTranslation.checked(plain)
    }

    // MARK: - FreshRSS

    private static let searchFields = ["intitle": "title", "author": "author", "inurl": "url", "intext": "content"]

    /// A search whose words all have to match: `intitle:`, `author:`, `inurl:`, `intext:`, `#tag`, with `-` for "not",
    /// and a value in quotes or between slashes, which is an expression.
    private static func search(_ line: String) throws(Refusal) -> [Condition] {
        var conditions: [Condition] = []
        for word in words(of: line) {
            let isNegated = word.hasPrefix("-") || word.hasPrefix("!")
            let term = isNegated ? String(word.dropFirst()) : word
            let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
            let known = parts.count == 2 ? searchFields[parts[0]].map { ($0, parts[1]) } : nil
            let tag = term.hasPrefix("#") && term.count > 1 ? ("tag", String(term.dropFirst())) : nil
            guard let (field, value) = known ?? tag, !conditions.contains(where: { $0.field == field }) else {
                throw Refusal(reason: "lede has no rule for the search “\(line)”")
            }
            conditions.append(Condition(field: field, pattern: (isNegated ? "!" : "") + (try pattern(value))))
        }
        return conditions
    }

    /// Splits at blanks outside quotes, which are removed.
    private static func words(of line: String) -> [String] {
        var (words, isQuoted) = ([""], false)
        for character in line {
            switch character {
            case "\"", "'": isQuoted.toggle()
            case " " where !isQuoted: words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func pattern(_ value: String) throws(Refusal) -> String {
        let parts = value.split(separator: "/", omittingEmptySubsequences: false)
        guard value.hasPrefix("/"), parts.count >= 3, ["", "i"].contains(parts[parts.count - 1]) else {
            return Pattern.escaped(value)
        }
        return try checked(parts[1..<(parts.count - 1)].joined(separator: "/"))
    }
}
