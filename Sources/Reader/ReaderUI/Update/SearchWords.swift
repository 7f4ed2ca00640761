import FeedModel

extension ArticleScope {
    /// The words that its articles were found by, to be marked in their texts.
    var searchWords: [String] {
        switch self {
        case .search(let query): Self.words(of: query)
        case .filtered(let scope, let filter): scope.searchWords + Self.words(of: filter)
        default: []
        }
    }

    /// Words and phrases of a query, without those that are excluded and without operators.
    private static func words(of query: String) -> [String] {
        var words: [String] = []
        // Every second piece stood between quotation marks.
        for (number, piece) in query.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            guard number.isMultiple(of: 2) else {
                words.append(String(piece))
                continue
            }
            for word in piece.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == ")" }) {
                guard word.first != "-", word.lowercased() != "or", !word.contains(":") else { continue }
                words.append(String(word))
            }
        }
        return words.filter { $0.utf8.count >= shortest }
    }

    /// Shorter words would be marked everywhere, in bytes.
    private static let shortest = 2
}
