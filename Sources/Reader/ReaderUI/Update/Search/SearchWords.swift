import FeedModel

extension ArticleScope {
    /// The words of the search that found the list's articles; the texts highlight these words.
    var searchWords: [String] {
        switch self {
        case .search(let query): Self.words(of: query)
        case .filtered(let scope, let filter): scope.searchWords + Self.words(of: filter)
        default: []
        }
    }

    /// Returns the words and phrases of a query, except excluded words and operators that do not search texts.
    private static func words(of query: String) -> [String] {
        var words: [String] = []
        var marksPhrase = true
        // Every second piece was in quotation marks.
        for (number, piece) in query.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            guard number.isMultiple(of: 2) else {
                if marksPhrase { words.append(String(piece)) }
                continue
            }
            let isBreak = { (character: Character) in character.isWhitespace || character == "(" || character == ")" }
            marksPhrase = searchesText(
                piece[(piece.lastIndex(where: isBreak).map(piece.index(after:)) ?? piece.startIndex)...])
            for word in piece.split(whereSeparator: isBreak) {
                guard word.first != "-", word.lowercased() != "or" else { continue }
                let part = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard part.count == 1 || fields.contains(part[0].lowercased()) else { continue }
                words.append(String(part[part.count - 1]))
            }
        }
        return words.filter { $0.utf8.count >= minimumLength }
    }

    /// True if a phrase after this prefix is searched for in the shown text: after nothing or `title:`, but not after
    /// `-`.
    private static func searchesText(_ prefix: Substring) -> Bool {
        prefix.isEmpty || (prefix.last == ":" && fields.contains(prefix.dropLast().lowercased()))
    }

    /// The operators whose words occur in the shown text.
    private static let fields: Set<String> = ["title", "author"]

    /// Minimum length of a word that is highlighted, in bytes; shorter ones would be highlighted everywhere.
    private static let minimumLength = 2
}
