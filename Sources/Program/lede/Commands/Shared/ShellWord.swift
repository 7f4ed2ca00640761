/// Quotes words of the commands that messages suggest.
enum ShellWord {
    /// Returns the word, quoted if a shell could change it.
    static func of(_ word: String) -> String {
        !word.isEmpty && word.first != "=" && word.allSatisfy(isPlain) ? word : quoted(word)
    }

    static func quoted(_ word: String) -> String {
        "'\(word.replacing("'", with: "'\\''"))'"
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_./:@%+,=".contains(character))
    }
}
