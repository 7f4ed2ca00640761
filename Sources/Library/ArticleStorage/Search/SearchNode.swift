/// A part of a query that is more than one word: words in parentheses, or joined by `or`.
indirect enum SearchNode: Equatable, Sendable {
    case word(SearchWord)
    case all([SearchNode])
    case any([SearchNode])
    case not(SearchNode)
}

/// Reads a query as parts that must all match. `or` joins the parts before and after it.
struct SearchNodes {
    private var words: SearchWords

    init(_ text: String) {
        words = SearchWords(text)
    }

    /// True if a parenthesis that was read is still open.
    var isOpen: Bool { words.depth > 0 }

    /// Reads the parts up to the end or to the `)` that closes the innermost open parenthesis.
    mutating func parts() -> [SearchNode] {
        var parts: [SearchNode] = []
        var isAlternative = false
        while true {
            let part: SearchNode
            switch words.nextSign() {
            case .close: return parts
            case .or:
                isAlternative = !parts.isEmpty
                continue
            case .open(let isExcluded):
                let inner = self.parts()
                guard !inner.isEmpty else { continue }
                let group = inner.count == 1 ? inner[0] : .all(inner)
                part = isExcluded ? .not(group) : group
            case nil:
                guard let word = words.next() else { return parts }
                part = .word(word)
            }
            if isAlternative, let last = parts.popLast() {
                if case .any(let others) = last {
                    parts.append(.any(others + [part]))
                } else {
                    parts.append(.any([last, part]))
                }
            } else {
                parts.append(part)
            }
            isAlternative = false
        }
    }
}
