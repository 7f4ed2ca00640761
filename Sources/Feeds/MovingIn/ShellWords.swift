/// Reads a simple command line like a shell, and runs nothing.
enum ShellWords {
    /// Returns the words of a command without pipes, lists, variables and patterns; nil if it needs a shell.
    ///
    /// Drops everything that only detaches a program from the terminal: `&` at the end, `nohup`, `setsid -f`, output
    /// to `/dev/null`.
    static func plain(_ command: String) -> (words: [String], isDetached: Bool)? {
        let attached = withoutDetaching(command)
        // Only a shell reads `NAME=value program` as a variable for the program.
        guard let words = split(attached), let kept = withoutPrefix(words), !kept[0].contains("=") else { return nil }
        let isInBackground = command.dropFirst(attached.count).filter { !$0.isWhitespace }.hasSuffix("&")
        return (kept, isInBackground || words.starts(with: ["setsid"]))
    }

    /// Translates a command that another reader gives to a shell to words with lede's placeholders.
    ///
    /// - Parameters:
    ///   - placeholders: the placeholders of lede that the command may have.
    ///   - detaching: true to append `&` as the last word if the command detaches its program.
    /// - Returns: nil if a quoted text that may be a command has a placeholder and more, as in `bash -c "mpv %u"`.
    static func words(of command: String, placeholders: [String], detaching: Bool) -> [String]? {
        // Lede fills whole words only.
        let isWhole = { (word: String) in
            placeholders.contains(word) || !placeholders.contains { word.contains($0) }
        }
        if let plain = Self.plain(command), plain.words.allSatisfy(isWhole) {
            return plain.words + (detaching && plain.isDetached ? ["&"] : [])
        }
        return script(command, placeholders: placeholders.filter { command.contains($0) })
    }

    /// Replaces the placeholders of another reader, one after the other.
    static func replacing(_ placeholders: [(theirs: String, ours: String)], in command: String) -> String {
        placeholders.reduce(command) { replacing($1.theirs, in: $0, with: $1.ours) }
    }

    static func replacing(_ part: String, in text: String, with other: String) -> String {
        var (output, rest) = ("", text[...])
        while let found = rest.firstRange(of: part) {
            output += rest[..<found.lowerBound] + other
            rest = rest[found.upperBound...]
        }
        return output + rest
    }

    private static func withoutDetaching(_ command: String) -> String {
        var text = command
        let endings = [
            "&", "> /dev/null", ">/dev/null", "2>&1", "2>/dev/null", "2> /dev/null", "&>/dev/null", "&> /dev/null", ";",
        ]
        var isShorter = true
        while isShorter {
            while text.last?.isWhitespace == true { text.removeLast() }
            isShorter = false
            for ending in endings.sorted(by: { $0.count > $1.count }) where text.hasSuffix(ending) {
                text.removeLast(ending.count)
                isShorter = true
                break
            }
        }
        return text
    }

    private static func withoutPrefix(_ words: [String]) -> [String]? {
        var words = words[...]
        while let first = words.first, ["nohup", "exec", "setsid"].contains(first) {
            words = words.dropFirst()
            if first == "setsid" { words = words.drop { $0 == "-f" || $0 == "--fork" } }
        }
        return words.isEmpty ? nil : Array(words)
    }

    /// Returns nil if a character has a meaning in a shell.
    private static func split(_ command: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var rest = Array(command)[...]
        while let character = rest.popFirst() {
            switch character {
            case " ", "\t":
                word.map { words.append($0) }
                word = nil
            case "'":
                guard let end = rest.firstIndex(of: "'") else { return nil }
                word = (word ?? "") + String(rest[..<end])
                rest = rest[(end + 1)...]
            case "\"":
                guard let end = rest.firstIndex(of: "\""), !rest[..<end].contains(where: { "$`\\".contains($0) }) else {
                    return nil
                }
                word = (word ?? "") + String(rest[..<end])
                rest = rest[(end + 1)...]
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                word = (word ?? "") + String(next)
            case "|", "&", ";", "<", ">", "(", ")", "$", "`", "*", "?", "[", "{", "}", "!", "\n": return nil
            case "~" where word == nil, "#" where word == nil: return nil
            default: word = (word ?? "") + String(character)
            }
        }
        word.map { words.append($0) }
        return words
    }
}
