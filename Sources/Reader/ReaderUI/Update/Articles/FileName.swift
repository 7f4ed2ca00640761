/// Suggests a file name from an article's title: no path, not hidden, no character that a shell requires quoted.
enum FileName {
    /// Maximum length of a name, in characters and in bytes, as file systems count (255, with room for an extension).
    private static let maximumLength = (characters: 60, bytes: 200)

    /// Keeps letters and digits of any script; the characters between them become one hyphen.
    static func suggestion(for title: String) -> String {
        let words = title.split { !($0.isLetter || $0.isNumber) }
        var name = ""
        for word in words {
            let longer = name.isEmpty ? String(word) : name + "-" + word
            guard longer.count <= maximumLength.characters, longer.utf8.count <= maximumLength.bytes else { break }
            name = longer
        }
        if name.isEmpty, let first = words.first { name = shortened(first) }
        return (name.isEmpty ? "article" : name) + ".txt"
    }

    private static func shortened(_ word: Substring) -> String {
        var name = word.prefix(maximumLength.characters)
        while name.utf8.count > maximumLength.bytes { name.removeLast() }
        return String(name)
    }
}
