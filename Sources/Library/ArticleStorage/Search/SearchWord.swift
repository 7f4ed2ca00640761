import FeedModel

/// An element of a query as it was typed: `word`, `"some words"`, `name:word`, each with or without `-` before it.
struct SearchWord: Equatable, Sendable {
    /// The name before the colon, in lower case.
    var operatorName: String?
    var value: String
    /// True for `name:=value`, which finds whole names only.
    var isExact = false
    var isExcluded: Bool
    /// True if the query ends in this word and no quotation mark has closed it.
    var isOpen: Bool

    /// True if more letters may follow its last word: no blank has ended that word, as in `"on the tr`.
    var isUnfinished: Bool { isOpen && value.last?.isWhitespace != true }
}

/// The signs between the words of a query.
enum SearchSign: Equatable {
    case open(isExcluded: Bool)
    case close
    case or
}

/// Splits a query. The end of the query closes an open quotation mark.
struct SearchWords {
    private var rest: Substring

    /// The number of open parentheses; inside one a word ends at `)`.
    private(set) var depth = 0

    init(_ text: String) {
        rest = text[...]
    }

    /// Reads a sign: `(` or `-(`, or the `)` of an open one.
    mutating func nextSign() -> SearchSign? {
        rest = rest.drop(while: \.isWhitespace)
        if depth > 0, rest.first == ")" {
            rest = rest.dropFirst()
            depth -= 1
            return .close
        }
        for (text, sign) in [("(", SearchSign.open(isExcluded: false)), ("-(", .open(isExcluded: true))]
        where rest.hasPrefix(text) && depth < SearchLanguage.maximumDepth {
            rest = rest.dropFirst(text.count)
            depth += 1
            return sign
        }
        // Three characters show that a word is longer than an "or"; all of them, read again for each quotation mark,
        // took 6 s for 16,000 quotation marks.
        let word = rest.prefix(3).prefix { !$0.isWhitespace }
        // At the end of the query it counts as a word that is being typed.
        guard word.lowercased() == "or" || word == "|", word.endIndex != rest.endIndex else { return nil }
        rest = rest[word.endIndex...]
        return .or
    }

    private func endsWord(_ character: Character) -> Bool {
        character.isWhitespace || (depth > 0 && character == ")")
    }

    mutating func next() -> SearchWord? {
        rest = rest.drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        let isExcluded = rest.first == "-"
        if isExcluded { rest = rest.dropFirst() }
        if rest.first == "\"" {
            let (value, isOpen) = quotedValue()
            return SearchWord(operatorName: nil, value: value, isExcluded: isExcluded, isOpen: isOpen)
        }
        let word = rest.prefix { !endsWord($0) }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else {
            rest = rest[word.endIndex...]
            return SearchWord(operatorName: nil, value: String(word), isExcluded: isExcluded, isOpen: rest.isEmpty)
        }
        rest = rest[rest.index(after: colon)...]
        let name = word[..<colon].lowercased()
        let isExact = rest.first == "=" && SearchOperators.namesFeeds.contains(name)
        if isExact { rest = rest.dropFirst() }
        let (value, isOpen) = rest.first == "\"" ? quotedValue() : plainValue()
        return SearchWord(
            operatorName: name, value: value, isExact: isExact, isExcluded: isExcluded, isOpen: isOpen)
    }

    private mutating func plainValue() -> (String, isOpen: Bool) {
        let value = rest.prefix { !endsWord($0) }
        rest = rest[value.endIndex...]
        return (String(value), rest.isEmpty)
    }

    private mutating func quotedValue() -> (String, isOpen: Bool) {
        rest = rest.dropFirst()
        let value = rest.prefix { $0 != "\"" }
        rest = rest[value.endIndex...]
        let isOpen = rest.isEmpty
        rest = rest.dropFirst()
        return (String(value), isOpen)
    }
}
