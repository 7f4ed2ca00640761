package import Basics

/// What a person searches for, read from the search language.
///
/// Words must all be there; `"some words"` stand together; `-` excludes; `title:` and `author:` look only there; `feed:` names
/// feeds by a part of their title or address; `is:read`, `is:unread`, `is:starred`, `is:unstarred`; `after:2026-01-31` (that
/// day and later; month and day may be missing) and `before:` (earlier than that day). While a word is being typed at the end,
/// it stands for all that begin with it. Every text means something: what is no operator is a word.
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
    package var after: CivilDay?
    package var before: CivilDay?

    package init() {}

    /// Reads any text, in time linear in its length.
    package init(_ text: String) {
        var words = SearchWords(text)
        while let word = words.next() {
            add(word)
        }
    }

    /// Nothing is asked for, so nothing is found.
    package var isEmpty: Bool {
        self == SearchQuery()
    }

    private mutating func add(_ word: SearchWord) {
        guard let name = word.operatorName, let read = Self.operators[name], read(&self, word) else {
            // No operator, or no value that it knows: `http://…`, `is:odd`, `after:tomorrow` are words to look for.
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
    ]
}
