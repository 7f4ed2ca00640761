/// The words of a line, for comparing titles.
struct WordSet {
    private let words: [Substring]
    private let set: Set<String>

    init(_ text: String) {
        words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        set = Set(words.map(String.init))
    }

    var isEmpty: Bool { words.isEmpty }

    /// True if these words include nearly all of the other's words, by their length.
    func isLike(_ other: WordSet) -> Bool {
        let all = other.words.reduce(0) { $0 + $1.count }
        let known = other.words.reduce(0) { $0 + (set.contains(String($1)) ? $1.count : 0) }
        return all > 0 && known * 4 > all * 3 && all * 3 >= words.reduce(0) { $0 + $1.count }
    }
}
