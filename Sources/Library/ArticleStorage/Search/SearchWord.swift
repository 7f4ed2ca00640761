/// A piece of a query as it was typed: `word`, `"some words"`, `name:word`, each with `-` before it or not.
struct SearchWord: Equatable {
    /// What stands before the colon, in lower case.
    var operatorName: String?
    var value: String
    var isExcluded: Bool
    /// The query ends in this word, and no quotation mark has closed it.
    var isOpen: Bool
}

/// Takes a query apart. A quotation mark that is never closed is closed by the end.
struct SearchWords {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
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
        let word = rest.prefix { !$0.isWhitespace }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else {
            rest = rest[word.endIndex...]
            return SearchWord(operatorName: nil, value: String(word), isExcluded: isExcluded, isOpen: rest.isEmpty)
        }
        rest = rest[rest.index(after: colon)...]
        let (value, isOpen) = rest.first == "\"" ? quotedValue() : plainValue()
        return SearchWord(
            operatorName: word[..<colon].lowercased(), value: value, isExcluded: isExcluded, isOpen: isOpen)
    }

    private mutating func plainValue() -> (String, isOpen: Bool) {
        let value = rest.prefix { !$0.isWhitespace }
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
