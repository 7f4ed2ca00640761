/// Finds the known word that a mistyped one probably means.
package enum Suggestion {
    /// Returns nil if none is close: a third of the letters may differ, or one letter of a short word.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let found = known.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        guard let found, found.distance <= max(1, word.count / 3) else {
            return word.count >= 3 ? known.first { $0.hasPrefix(word) } : nil
        }
        return found.word
    }

    /// Returns the end of an error message: `; did you mean “search”?`, or nothing if no known word is near.
    package static func question(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { "; did you mean “\($0)”?" } ?? ""
    }

    /// Returns the number of letters to add, remove, replace or swap with the next one (Damerau and Levenshtein).
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8.prefix(maximumLength)), Array(b.utf8.prefix(maximumLength)))
        var before: [Int] = []
        var last = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var row = [i + 1]
            for (j, y) in b.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }

    /// The number of letters compared; no mistyped word is longer.
    private static let maximumLength = 64
}
