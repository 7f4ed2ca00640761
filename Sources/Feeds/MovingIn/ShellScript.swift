// Scripts for a shell, with arguments in place of lede's placeholders.
extension ShellWords {
    /// The reason why a command is not moved.
    static let quotedPlaceholder = "its quoted text may be a command, and the address would be a part of that"

    /// Returns the words that run the command in a shell, with `"$1"`, `"$2"`, `"$3"` in place of the placeholders,
    /// whether quoted or not. Returns nil for a longer quoted text that may be a command: another shell would run what
    /// an address has after a semicolon. A text that begins as an address is not a command.
    static func script(_ command: String, placeholders: [String]) -> [String]? {
        var (script, rest) = ("", command[...])
        while let character = rest.first {
            if let index = placeholders.firstIndex(where: { rest.hasPrefix($0) }) {
                rest = rest.dropFirst(placeholders[index].count)
                script += "\"$\(index + 1)\""
            } else if character == "'" || character == "\"" {
                let text = quotedText(rest)
                rest = rest.dropFirst(text.count + 2)
                guard let argument = requoted(text, by: character, placeholders) else { return nil }
                script += argument
            } else {
                let length = character == "\\" ? 2 : 1
                script += rest.prefix(length)
                rest = rest.dropFirst(length)
            }
        }
        return ["sh", "-c", script, "sh"] + placeholders
    }

    /// Returns a quoted text with arguments in place of its placeholders; nil if it may be a command.
    private static func requoted(_ text: String, by mark: Character, _ placeholders: [String]) -> String? {
        if let index = placeholders.firstIndex(of: text) { return "\"$\(index + 1)\"" }
        // Within "$(…)" quotation marks nest, so the text does not end here.
        let opensCommand =
            text.ranges(of: "$(").count > text.count { $0 == ")" } || !text.count { $0 == "`" }.isMultiple(of: 2)
        guard mark == "'" || !opensCommand else { return nil }
        let isAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        guard isAddress || !placeholders.contains(where: { text.contains($0) }) else { return nil }
        var inside = text
        for (index, placeholder) in placeholders.enumerated() {
            let argument = "${\(index + 1)}"
            inside = replacing(placeholder, in: inside, with: mark == "'" ? "'\"\(argument)\"'" : argument)
        }
        return "\(mark)\(inside)\(mark)"
    }

    /// Returns the text between a quotation mark and the next one of its kind that no backslash escapes.
    private static func quotedText(_ quoted: Substring) -> String {
        var (text, isEscaped) = ("", false)
        for character in quoted.dropFirst() {
            if character == quoted.first, !isEscaped { break }
            isEscaped = character == "\\" && !isEscaped && quoted.first == "\""
            text.append(character)
        }
        return text
    }
}
