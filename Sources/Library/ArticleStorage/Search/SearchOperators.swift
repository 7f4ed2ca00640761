/// The operators of the search language that check the article itself, and the messages about unknown ones.
enum SearchOperators {
    /// The values of `has:`, with their conditions in SQL.
    static let presenceConditions: [String: SearchCondition] = [
        "enclosure": .onContent("enclosures IS NOT NULL"),
        "note": SearchCondition("article.note IS NOT NULL"),
        "page": SearchCondition("EXISTS (SELECT 1 FROM pageText WHERE pageText.article = article.id)"),
        "picture": .onContent(
            "(imageURL IS NOT NULL OR html LIKE '%<img%' OR enclosures LIKE '%' || char(31) || 'image/%')"),
    ]

    /// The values of each operator that takes words.
    private static let values: [String: String] = [
        "is": "read, unread, starred, unstarred or packed",
        "has": presenceConditions.keys.sorted().joined(separator: ", "),
        "after": "a date such as 2026-01-31", "before": "a date such as 2026-01-31", "age": "an age such as <7d or >2w",
    ]

    /// Examples of the operators that take any words.
    private static let examples = [
        "title": "rain", "author": "lee", "tag": "weather", "note": "later", "url": "example.org", "feed": "gazette",
        "folder": "news",
    ]

    /// The operators that select feeds, which have an exact form.
    static let namesFeeds: Set = ["feed", "folder"]

    /// Returns one line about a word that looks like an unknown operator; nil if it does not, or is still being typed.
    ///
    /// - Parameter isAlone: true if the query has no other word. `memo: sea` may be part of a title, but `memo:` alone
    ///   is a mistake.
    static func problem(with word: SearchWord, isAlone: Bool = false) -> String? {
        guard let name = word.operatorName, !word.isOpen, !word.value.hasPrefix("//") else { return nil }
        if let expected = values[name] { return "\(name): takes \(expected)" }
        if let example = examples[name] { return "\(name): takes words after the colon, such as \(name):\(example)" }
        guard name.count >= 2, name.allSatisfy({ $0.isASCII && $0.isLetter }), isAlone || !word.value.isEmpty else {
            return nil
        }
        return "unknown operator \(name):; known: \(SearchQuery.operatorNames.joined(separator: ", "))"
    }
}

/// `<7d`, `>2w`, `12h`, `3m`, `1y`: younger or older than this.
struct SearchAge: Equatable {
    let seconds: Double
    let isOlder: Bool

    init?(_ text: String) {
        isOlder = text.hasPrefix(">")
        let length = text.drop { $0 == "<" || $0 == ">" }
        guard let unit = length.last.flatMap({ Self.units[$0] }), let count = Int(length.dropLast()),
            (0...100_000).contains(count)
        else { return nil }
        seconds = Double(count) * unit
    }

    private static let units: [Character: Double] = [
        "h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400,
    ]
}

extension SearchNode {
    /// All words, at any depth.
    var words: [SearchWord] {
        switch self {
        case .word(let word): [word]
        case .all(let parts), .any(let parts): parts.flatMap(\.words)
        case .not(let part): part.words
        }
    }
}
