/// Splits a command of `config.toml` or the `:` prompt into words. Blanks separate words; a word with blanks is quoted.
///
/// No shell reads it. A backslash keeps the next character unchanged.
package enum CommandWords {
    /// The last word of a command that is started without waiting for its end.
    package static let detached = "&"

    package static func split(_ line: String) -> [String] {
        parse(line).words
    }

    /// Returns the words, and the characters that are neither quoted nor escaped.
    package static func parse(_ line: String) -> (words: [String], bare: String) {
        var words: [String] = []
        var bare = ""
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped || (quote != nil && character != quote && (character != "\\" || quote == "'")) {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                word.map { words.append($0) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
                bare.append(character)
            }
        }
        return (words + (word.map { [$0] } ?? []), bare)
    }

    /// Returns a line that `split` splits into these words.
    package static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        guard word.isEmpty || word.contains(where: { " \t'\"\\".contains($0) }) else { return word }
        guard word.contains("'") else { return "'\(word)'" }
        return "\"" + word.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
