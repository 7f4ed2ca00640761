/// A query in the syntax of FTS5. Whatever was typed stands in it between quotation marks, as letters, digits and spaces.
enum SearchExpression {
    /// Up to so many feeds are named in the expression, where they narrow the search from the start; of more than that each
    /// match is looked at.
    private static let feedLimit = 64

    /// `nil` where a query has no words. `feeds`: the only ones searched, or all.
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

    /// By what the index knows the feed of an article, and that it is one at all: FTS5 cannot exclude from everything, only
    /// from what it has found.
    static func feedWords(_ feed: Int64) -> String {
        "\(everyFeedToken) \(feedToken(feed))"
    }

    /// A character of private use, which is a word to the tokenizer and which no query can hold.
    private static let everyFeedToken = "\u{E000}"

    private static func feedToken(_ feed: Int64) -> String {
        "\u{E000}\(feed)"
    }

    static func phrase(_ term: SearchQuery.Term) -> String? {
        guard let phrase = SearchText.phrase(term.text) else { return nil }
        // What begins with one or two Latin letters is a part of everything: they are taken as a word, in a phrase as well.
        let isPrefix = phrase.endsWithinPair || (term.isPrefix && phrase.lastWordLength > 2)
        return (term.field.map { "\($0.rawValue) : " } ?? "") + "\"\(phrase.words)\"" + (isPrefix ? " *" : "")
    }
}
