/// A format of another reader's rows: text with conversions such as `%D`, `%-17T`, and `%?T?yes&no?` for optional parts.
struct RowFormat {
    /// The letters of the conversions, in their order.
    let conversions: [Character]

    init(_ format: String) {
        var letters: [Character] = []
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[percent...].dropFirst().drop { "+-.0123456789".contains($0) }
            guard let letter = rest.popFirst() else { break }
            switch letter {
            // The condition itself is not shown.
            case "?": rest = rest.drop { $0 != "?" }.dropFirst()
            // The character after %> fills the row.
            case ">": rest = rest.dropFirst()
            case "%": continue
            default: letters.append(letter)
            }
        }
        conversions = letters
    }

    /// Returns the value of `article-columns`, or nil if the rows have no title.
    func articleColumns(_ columns: [(letter: Character, name: String)]) -> String? {
        var names: [String] = []
        for letter in conversions {
            guard let name = columns.first(where: { $0.letter == letter })?.name, !names.contains(name) else {
                continue
            }
            names.append(name)
        }
        return names.contains("title") ? names.joined(separator: " ") : nil
    }
}
