import FeedModel

/// Builds a query in the syntax of FTS5. Typed text appears in it only in quotation marks, as letters, digits and
/// spaces.
enum SearchExpression {
    /// Maximum number of feeds named in the expression, which narrows the search from the start; beyond it, each match
    /// is checked.
    private static let feedLimit = 64

    /// Returns nil if a query has no words. `feeds`: the only ones searched; nil for all.
    static func match(_ query: SearchQuery, feeds: [Int64]?) -> String? {
        let wanted = query.terms.filter { !$0.isExcluded }.compactMap(phrase) + query.groups.compactMap(\.expression)
        let unwanted = query.terms.filter(\.isExcluded).compactMap(phrase)
        guard !wanted.isEmpty || !unwanted.isEmpty else { return nil }
        var parts = wanted
        if let feeds, feeds.count <= feedLimit {
            parts.append("feed : (" + feeds.map { "\"\(feedToken($0))\"" }.joined(separator: " OR ") + ")")
        }
        if parts.isEmpty { parts.append("feed : \"\(everyFeedToken)\"") }
        let match = parts.joined(separator: " AND ")
        return unwanted.isEmpty ? match : "(\(match)) NOT (\(unwanted.joined(separator: " OR ")))"
    }

    /// Returns the index's word for an article's feed, and a word that every article has: FTS5 can exclude words only
    /// from the matches of another word.
    static func feedWords(_ feed: Int64) -> String {
        "\(everyFeedToken) \(feedToken(feed))"
    }

    /// A character of private use: a word to the tokenizer, and impossible in a query.
    private static let everyFeedToken = "\u{E000}"

    private static func feedToken(_ feed: Int64) -> String {
        "\u{E000}\(feed)"
    }

    static func phrase(_ term: SearchQuery.Term) -> String? {
        guard let phrase = SearchText.phrase(term.text) else { return nil }
        // A shorter prefix counts as a whole word, even in a phrase.
        let isBeginning = term.isPrefix && phrase.lastWordLength >= IndexedWord.minimumBeginningLength
        let isPrefix = phrase.endsWithinPair || isBeginning
        return (term.field.map { "\($0.rawValue) : " } ?? "") + "\"\(phrase.words)\"" + (isPrefix ? " *" : "")
    }
}
