import Basics
import FeedModel

/// A person's search, parsed from the search language. Every text is valid: an unknown operator counts as a word, and
/// `problem` reports it.
///
/// - Words must all match; `"some words"` match as a phrase. A word being typed at the end matches all words with that
///   prefix.
/// - `-` excludes; `or` joins its two neighbours; parentheses group.
/// - `title:` and `author:` search only there; `tag:`, `note:` and `url:` search for a part of the article's tags,
///   note and address.
/// - `feed:` and `folder:` name feeds by a part of their titles, addresses or folders, `feed:=` and `folder:=` by whole
///   ones.
/// - `is:` takes `read`, `unread`, `starred`, `unstarred`, and `packed` for a journey (`aboard` is the same).
/// - `has:` takes `enclosure`, `note`, `page` and `picture`.
/// - `after:2026-01-31` is that day and later, and `before:` earlier than that day; month and day may be missing.
///   `age:<7d` and `age:>2w` count from now.
package struct SearchQuery: Equatable, Sendable {
    /// A word, or a phrase.
    struct Term: Equatable, Sendable {
        var text: String
        /// The part of the article to search; `nil` for all of it.
        var field: Field?
        /// True if its last word matches all words with that prefix.
        var isPrefix: Bool
        var isExcluded: Bool

        init(_ text: String, field: Field? = nil, isPrefix: Bool = false, isExcluded: Bool = false) {
            self.text = text
            self.field = field
            self.isPrefix = isPrefix
            self.isExcluded = isExcluded
        }
    }

    enum Field: String, Sendable, CaseIterable {
        case title, author
    }

    var terms: [Term] = []
    /// The words that select or exclude feeds, by their titles, addresses or folders.
    var feeds: [SearchWord] = []
    var isRead: Bool?
    var isStarred: Bool?
    /// True for articles that are completely packed for a journey.
    var isPacked: Bool?
    var after: CivilDay?
    var before: CivilDay?
    /// Further conditions: alternatives, groups, and operators that check the article itself.
    var groups: [SearchNode] = []
    /// The reason why an operator was read as a word, in one line for a person.
    package private(set) var problem: String?

    init() {}

    /// Parses any text, in time linear in its length, and another text that must match, too. The last word of each may
    /// be the beginning of a word.
    package init(_ text: String, filteredBy filter: String = "") {
        for text in [text, filter] {
            var nodes = SearchNodes(text)
            for part in nodes.parts() { add(part) }
        }
        limitConditions()
    }

    /// Maximum number of words that each article is checked for (default 300), since SQLite nests their conditions.
    private static let maximumConditions = 300

    /// Replaces a query with too many conditions by one that matches nothing: without some of them it would match
    /// articles that the person has excluded.
    private mutating func limitConditions() {
        guard groups.reduce(feeds.count, { $0 + $1.words.count }) > Self.maximumConditions else { return }
        let count = groups.reduce(feeds.count) { $0 + ($1.expression == nil ? $1.words.count : 0) }
        guard count > Self.maximumConditions else { return }
        self = SearchQuery()
        problem = "too many conditions: a search takes up to \(Self.maximumConditions) such as url:rain or tag:rain"
    }

    private mutating func add(_ part: SearchNode) {
        switch part {
        case .word(let word): add(word)
        case .all(let parts): parts.forEach { add($0) }
        case .any, .not:
            var others = SearchQuery()
            part.words.forEach { others.add($0) }
            problem = problem ?? others.problem
            groups.append(part)
        }
    }

    /// Returns the problem of a finished query, in one line for a person; nil if there is none. The last word counts as
    /// complete, and each parenthesis has to be closed.
    package static func problem(inComplete text: String) -> String? {
        var nodes = SearchNodes(text + " ")
        var query = SearchQuery()
        let parts = nodes.parts()
        for part in parts { query.add(part) }
        query.limitConditions()
        if parts.count == 1, case .word(let word) = parts[0], word.value.isEmpty {
            query.problem = SearchOperators.problem(with: word, isAlone: true)
        }
        return query.problem ?? (nodes.isOpen ? "a parenthesis is not closed" : nil)
    }

    /// Returns the text of a finished query: its last word matches only itself, not every word with that prefix.
    package static func finished(_ text: String) -> String {
        var nodes = SearchNodes(text + " ")
        let isQuotationOpen = nodes.parts().flatMap(\.words).contains(where: \.isOpen)
        return text + (isQuotationOpen ? "\"" : " ")
    }

    /// True if the query has no condition; it then matches nothing.
    package var isEmpty: Bool {
        var query = self
        query.problem = nil
        return query == SearchQuery()
    }

    mutating func add(_ word: SearchWord) {
        if word.value.isEmpty { problem = problem ?? SearchOperators.problem(with: word) }
        guard let name = word.operatorName, let read = Self.operators[name], read(&self, word) else {
            // Not an operator, or not a value of it: `http://…`, `is:odd`, `after:tomorrow` are words to search for.
            problem = problem ?? SearchOperators.problem(with: word)
            let text = [word.operatorName, word.value].compactMap { $0 }.joined(separator: " ")
            return add(Term(text, isPrefix: word.isUnfinished, isExcluded: word.isExcluded))
        }
    }

    private mutating func add(_ term: Term) {
        guard term.text.unicodeScalars.contains(where: SearchText.isWordScalar) else { return }
        terms.append(term)
    }

    /// Each operator's change to the query; the function returns false for an unknown value.
    private static let operators: [String: @Sendable (inout SearchQuery, SearchWord) -> Bool] = [
        "title": { query, word in
            query.add(Term(word.value, field: .title, isPrefix: word.isUnfinished, isExcluded: word.isExcluded))
            return true
        },
        "author": { query, word in
            query.add(Term(word.value, field: .author, isPrefix: word.isUnfinished, isExcluded: word.isExcluded))
            return true
        },
        "feed": Self.selectFeeds, "folder": Self.selectFeeds,
        "is": { query, word in
            switch word.value.lowercased() {
            case "read": query.require(\.isRead, !word.isExcluded, word)
            case "unread": query.require(\.isRead, word.isExcluded, word)
            case "starred": query.require(\.isStarred, !word.isExcluded, word)
            case "unstarred": query.require(\.isStarred, word.isExcluded, word)
            case let value where SearchLanguage.packedValues.contains(value):
                query.require(\.isPacked, !word.isExcluded, word)
            default: return false
            }
            return true
        },
        "after": { query, word in query.bound(by: word, isStart: !word.isExcluded) },
        "before": { query, word in query.bound(by: word, isStart: word.isExcluded) },
        "tag": Self.kept, "note": Self.kept, "url": Self.kept,
        "has": { query, word in
            SearchOperators.presenceConditions[word.value.lowercased()] != nil && Self.kept(&query, word)
        },
        "age": { query, word in SearchAge(word.value) != nil && Self.kept(&query, word) },
    ]

    /// Stores the value of a mark. A second value that differs becomes a further condition: no article meets both.
    private mutating func require(_ mark: WritableKeyPath<SearchQuery, Bool?>, _ value: Bool, _ word: SearchWord) {
        if let first = self[keyPath: mark], first != value {
            groups.append(.word(word))
        } else {
            self[keyPath: mark] = value
        }
    }

    /// Stores the first day, or the day after the last one, unless an earlier word bounds the days more; false if the
    /// word is not a date.
    private mutating func bound(by word: SearchWord, isStart: Bool) -> Bool {
        guard let day = CivilDay(word.value) else { return false }
        if isStart {
            after = max(after ?? day, day)
        } else {
            before = min(before ?? day, day)
        }
        return true
    }

    @Sendable private static func selectFeeds(_ query: inout SearchQuery, _ word: SearchWord) -> Bool {
        if !word.value.isEmpty { query.feeds.append(word) }
        return true
    }

    /// Stores an operator that checks the article itself.
    @Sendable private static func kept(_ query: inout SearchQuery, _ word: SearchWord) -> Bool {
        if !word.value.isEmpty { query.groups.append(.word(word)) }
        return true
    }

    static let operatorNames = operators.keys.sorted()
}
