import Basics

/// The words of a line, used to compare titles.
struct WordSet {
    private let words: [String]
    private let lengths: [Int]
    private let set: Set<String>
    /// Characters of all words.
    private let length: Int

    init(_ text: String) {
        let text = text.lowercased()
        // Letters of all scripts are looked up in tables, which took a twentieth of the time for a page.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            words = text.utf8.split { !$0.isASCIILetter && !$0.isASCIIDigit }.map { String(Substring($0)) }
            lengths = words.map(\.utf8.count)
        } else {
            words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            lengths = words.map(\.count)
        }
        set = Set(words)
        length = lengths.reduce(0, +)
    }

    var isEmpty: Bool { words.isEmpty }

    func hasSameWords(as other: WordSet) -> Bool { set == other.set }

    /// True if these words include nearly all of the other's words, measured by length.
    func isLike(_ other: WordSet) -> Bool {
        guard other.length > 0, other.length * 3 >= length else { return false }
        let known = zip(other.words, other.lengths).reduce(0) { $0 + (set.contains($1.0) ? $1.1 : 0) }
        return known * 4 > other.length * 3
    }
}
