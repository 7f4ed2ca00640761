import Markup

/// Finds all words of the tables below in one pass (Aho–Corasick, 1975).
struct WordAutomaton: Sendable {
    static let shared = WordAutomaton(words: NameHints.table)

    /// Letters, `-`, `_`, the end of a name, and all other characters.
    private static let symbols = 30
    private static let boundary = 28
    private static let other = 29

    /// The next state, by state and symbol.
    private var next: [UInt16] = [UInt16](repeating: 0, count: symbols)
    private var output: [NameHints] = [[]]

    init(words: [(hints: NameHints, words: String)]) {
        for row in words {
            for word in row.words.split(whereSeparator: \.isWhitespace) { insert(word, row.hints) }
        }
        link()
    }

    /// `^` in a word means the start or the end of a name.
    private mutating func insert(_ word: Substring, _ hints: NameHints) {
        var state = 0
        for byte in word.utf8 {
            let slot = state * Self.symbols + (byte == UInt8(ascii: "^") ? Self.boundary : Self.symbol(byte))
            if next[slot] == 0 {
                next[slot] = UInt16(output.count)
                output.append([])
                next.append(contentsOf: repeatElement(0, count: Self.symbols))
            }
            state = Int(next[slot])
        }
        output[state].formUnion(hints)
    }

    /// Completes the table: after a mismatch, the search continues with the longest matching beginning of another word.
    private mutating func link() {
        var failure = [Int](repeating: 0, count: output.count)
        var queue: [Int] = []
        for symbol in 0..<Self.symbols where next[symbol] != 0 { queue.append(Int(next[symbol])) }
        var index = 0
        while index < queue.count {
            let state = queue[index]
            index += 1
            output[state].formUnion(output[failure[state]])
            for symbol in 0..<Self.symbols {
                let slot = state * Self.symbols + symbol
                let fallback = next[failure[state] * Self.symbols + symbol]
                if next[slot] == 0 {
                    next[slot] = fallback
                } else {
                    failure[Int(next[slot])] = Int(fallback)
                    queue.append(Int(next[slot]))
                }
            }
        }
    }

    func hints(_ bytes: [UInt8], _ range: Range<Int>) -> NameHints {
        var found: NameHints = []
        var state = Int(next[Self.boundary])
        for index in range {
            let symbol = Self.symbol(bytes[index])
            state = Int(next[state * Self.symbols + symbol])
            found.formUnion(output[state])
            // The end of one name is the start of the next.
            if symbol == Self.boundary { state = Int(next[Self.boundary]) }
        }
        return found.union(output[Int(next[state * Self.symbols + Self.boundary])])
    }

    private static func symbol(_ byte: UInt8) -> Int {
        let letter = byte | 0x20
        if 0x61...0x7A ~= letter { return Int(letter) - 0x61 }
        switch byte {
        case UInt8(ascii: "-"): return 26
        case UInt8(ascii: "_"): return 27
        default: return byte.isMarkupSpace ? boundary : other
        }
    }
}
