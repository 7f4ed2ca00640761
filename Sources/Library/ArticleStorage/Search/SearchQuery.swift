package import Basics

/// What a person searches for, read from the search language.
///
/// Words must all be there; `"some words"` stand together; `-` excludes; `or` joins its two neighbours, parentheses group.
/// `title:` and `author:` look only there; `feed:` and `folder:` name feeds by a part of their titles, addresses or folders;
/// `tag:` and `url:` look for a part of the article's tags and address; `is:read`, `is:unread`, `is:starred`, `is:unstarred`,
/// `is:aboard` (packed for a journey);
/// `has:enclosure`, `has:page`, `has:picture`; `after:2026-01-31` (that day and later; month and day may be missing),
/// `before:` (earlier than that day) and `age:<7d`, `age:>2w`. While a word is being typed at the end, it stands for all that
/// begin with it. Every text means something: what is no operator is a word, and `problem` says so.
package struct SearchQuery: Equatable, Sendable {
    /// A word, or words that stand together.
    package struct Term: Equatable, Sendable {
        package var text: String
        /// Where it must stand; anywhere if `nil`.
        package var field: Field?
        /// Whether its last word stands for all words that begin with it.
        package var isPrefix: Bool
        package var isExcluded: Bool

        package init(_ text: String, field: Field? = nil, isPrefix: Bool = false, isExcluded: Bool = false) {
            self.text = text
            self.field = field
            self.isPrefix = isPrefix
            self.isExcluded = isExcluded
        }
    }

    package enum Field: String, Sendable, CaseIterable {
        case title, author
    }

    package var terms: [Term] = []
    package var feeds: [String] = []
    package var excludedFeeds: [String] = []
    package var isRead: Bool?
    package var isStarred: Bool?
    /// Packed for a journey, and whole.
    package var isAboard: Bool?
    package var after: CivilDay?
    package var before: CivilDay?
    /// What must hold besides: alternatives, groups, and operators that look into the article itself.
    package var groups: [SearchNode] = []
    /// Why an operator was taken for a word, in one line for a person.
    package private(set) var problem: String?

    package init() {}

    /// Reads any text, in time linear in its length.
    package init(_ text: String) {
        var nodes = SearchNodes(text)
        for part in nodes.parts() { add(part) }
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

    /// Nothing is asked for, so nothing is found.
    package var isEmpty: Bool {
        self == SearchQuery()
    }

    mutating func add(_ word: SearchWord) {
        guard let name = word.operatorName, let read = Self.operators[name], read(&self, word) else {
            // No operator, or no value that it knows: `http://…`, `is:odd`, `after:tomorrow` are words to look for.
            problem = problem ?? SearchOperators.problem(with: word)
            let text = [word.operatorName, word.value].compactMap { $0 }.joined(separator: " ")
            return add(Term(text, isPrefix: word.isOpen, isExcluded: word.isExcluded))
        }
    }

    private mutating func add(_ term: Term) {
        guard term.text.unicodeScalars.contains(where: SearchText.isWordScalar) else { return }
        terms.append(term)
    }

    /// What each operator does with its value; false where it does not know the value.
    private static let operators: [String: @Sendable (inout SearchQuery, SearchWord) -> Bool] = [
        "title": { query, word in
            query.add(Term(word.value, field: .title, isPrefix: word.isOpen, isExcluded: word.isExcluded))
            return true
        },
        "author": { query, word in
            query.add(Term(word.value, field: .author, isPrefix: word.isOpen, isExcluded: word.isExcluded))
            return true
        },
        "feed": { query, word in
            guard !word.value.isEmpty else { return true }
            if word.isExcluded { query.excludedFeeds.append(word.value) } else { query.feeds.append(word.value) }
            return true
        },
        "is": { query, word in
            switch word.value.lowercased() {
            case "read": query.isRead = !word.isExcluded
            case "unread": query.isRead = word.isExcluded
            case "starred": query.isStarred = !word.isExcluded
            case "unstarred": query.isStarred = word.isExcluded
            case "aboard": query.isAboard = !word.isExcluded
            default: return false
            }
            return true
        },
        "after": { query, word in
            guard let day = CivilDay(word.value) else { return false }
            if word.isExcluded { query.before = day } else { query.after = day }
            return true
        },
        "before": { query, word in
            guard let day = CivilDay(word.value) else { return false }
            if word.isExcluded { query.after = day } else { query.before = day }
            return true
        },
        "folder": Self.kept, "tag": Self.kept, "url": Self.kept,
        "has": { query, word in SearchOperators.belongings[word.value.lowercased()] != nil && Self.kept(&query, word) },
        "age": { query, word in SearchAge(word.value) != nil && Self.kept(&query, word) },
    ]

    /// Keeps an operator that looks into the article itself.
    @Sendable private static func kept(_ query: inout SearchQuery, _ word: SearchWord) -> Bool {
        if !word.value.isEmpty { query.groups.append(.word(word)) }
        return true
    }

    package static let operatorNames = operators.keys.sorted()
}
