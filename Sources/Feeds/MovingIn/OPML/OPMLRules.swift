import Basics
package import FeedModel
import FeedParsing
import FeedRules

/// The filters that FreshRSS and Miniflux write into OPML, as rules for the feed that has them: Miniflux drops
/// articles, FreshRSS marks them as read.
package struct OPMLRules: Sendable {
    package private(set) var rules: [MovedConfiguration.Rule] = []
    /// Filters that lede cannot express, one line each.
    package private(set) var remarks: [String] = []

    private typealias Condition = MovedConfiguration.Rule.Condition
    private typealias Refusal = NewsboatFilterTranslation.Refusal

    /// - Parameter name: the file, for the remarks.
    package init(_ list: OPMLDocument, name: String) {
        for outline in list.feeds {
            for filter in outline.filters {
                for lines in Self.parts(of: filter) {
                    do {
                        try add(filter.kind, lines, of: outline)
                    } catch {
                        remarks.append("\(name): \(outline.shownName): \(filter.name): \(error.reason)")
                    }
                }
            }
        }
    }

    /// Returns the lines of a filter, separated if each line is a separate filter, so that a line that lede cannot
    /// express does not affect the others.
    private static func parts(of filter: OPMLFilter) -> [[String]] {
        switch filter.kind {
        case .blockedPattern, .keptPattern, .keptFields: [filter.lines]
        case .blockedFields, .search: filter.lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { [$0] }
        }
    }

    private mutating func add(_ kind: OPMLFilter.Kind, _ lines: [String], of outline: OPMLOutline) throws(Refusal) {
        // Lists of rules show the pattern, so it has no user information.
        let feed = "^" + Pattern.escaped(ShownAddress.of(outline.feedURL ?? "")) + "$"
        let marksRead = kind == .search
        for conditions in try Self.conditions(kind, lines) {
            rules.append(
                .init(
                    kind: marksRead ? "mark" : "kill",
                    conditions: [Condition(field: "feed", pattern: feed)] + conditions, marksRead: marksRead))
        }
    }

    /// Returns the rules of a part of a filter, each with its conditions.
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
            // Without a condition the rule would mark all articles of the feed.
            return rules.filter { !$0.isEmpty }
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

    /// Reads `EntryTitle=EXPRESSION`.
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
        var conditions: [Condition] = []
        for (field, pattern) in patterns {
            conditions.append(Condition(field: field, pattern: "!" + (try NewsboatFilterTranslation.checked(pattern))))
        }
        return conditions
    }

    /// Rules always ignore letter case, as `(?i)` requests; the other flags of Go's expressions have no counterpart.
    private static func checked(_ expression: String) throws(Refusal) -> String {
        let plain = expression.hasPrefix("(?i)") ? String(expression.dropFirst(4)) : expression
        guard !plain.hasPrefix("!") else { throw Refusal(reason: "lede reads the “!” of “\(plain)” as “not”") }
        return try NewsboatFilterTranslation.checked(plain)
    }

    // MARK: - FreshRSS

    private static let searchFields = ["intitle": "title", "author": "author", "inurl": "url", "intext": "content"]

    /// Returns a search whose words all have to match: `intitle:`, `author:`, `inurl:`, `intext:`, `#tag`, with `-` for
    /// "not", and a value in quotes or between slashes, which is an expression.
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

    /// Splits at blanks outside values in quotes, which are removed, and outside values between slashes.
    private static func words(of line: String) -> [String] {
        var (words, word, rest) = ([String](), "", line[...])
        while let character = rest.popFirst() {
            if character == " " {
                words.append(word)
                word = ""
            } else if "\"'".contains(character), beginsValue(after: word), let end = rest.firstIndex(of: character) {
                word.append(contentsOf: rest[..<end])
                rest = rest[end...].dropFirst()
            } else if character == "/", beginsValue(after: word), let end = endOfExpression(in: rest) {
                word.append(character)
                word.append(contentsOf: rest[...end])
                rest = rest[end...].dropFirst()
            } else {
                word.append(character)
            }
        }
        return (words + [word]).filter { !$0.isEmpty }
    }

    /// True at the beginning of a term and after `intitle:` and the like: an apostrophe within a word opens nothing.
    private static func beginsValue(after word: String) -> Bool {
        let term = word.drop { "-!#".contains($0) }
        return term.isEmpty || term.firstIndex(of: ":").map { term.index(after: $0) == term.endIndex } ?? false
    }

    /// Returns the index of the first slash without a backslash before it.
    private static func endOfExpression(in text: Substring) -> Substring.Index? {
        var isEscaped = false
        return text.firstIndex { character in
            defer { isEscaped = character == "\\" && !isEscaped }
            return character == "/" && !isEscaped
        }
    }

    private static func pattern(_ value: String) throws(Refusal) -> String {
        let parts = value.split(separator: "/", omittingEmptySubsequences: false)
        guard value.hasPrefix("/"), parts.count >= 3, parts[parts.count - 1].allSatisfy({ "im".contains($0) }) else {
            return Pattern.escaped(value)
        }
        return try checked(parts[1..<(parts.count - 1)].joined(separator: "/"))
    }
}
