/// Redacts a line of a configuration file, or a command, before it is shown: removes secrets in their usual notations.
package enum ShownLine {
    /// An ellipsis replaces the query of an address, its fragment if that has an `=`, passwords after `user:`, the
    /// values of options and names such as `--token` and `password=`, cookies after `-b`, and all that follows a header
    /// field such as `Authorization:`. Addresses lose their user information. Blanks, tabs too, stay as they are.
    package static func of(_ line: String) -> String {
        var shownLine = ""
        var option = Substring()
        var rest = line[...]
        while true {
            let word = String(rest.prefix { !isBlank($0) })
            if let header = header(word) { return shownLine + header + gap }
            let shownWord =
                option == "-b" || SecretName.isSecret(option)
                ? gap : logins.contains(String(option)) ? withoutPassword(word) : shown(word)
            shownLine += shownWord
            let bare = unquoted(word)
            option = bare.hasPrefix("-") ? bare : ""
            rest = rest.drop { !isBlank($0) }
            // A quoted secret with spaces extends to its closing quotation mark.
            if shownWord != word, let mark = openQuote(word) {
                guard let end = rest.firstIndex(of: mark) else { return shownLine }
                if shownWord.contains(mark) { shownLine.append(mark) }
                rest = rest[rest.index(after: end)...]
            }
            guard !rest.isEmpty else { return shownLine }
            shownLine += rest.prefix(while: isBlank)
            rest = rest.drop(while: isBlank)
        }
    }

    private static let gap = "\u{2026}"

    /// Options of curl and similar programs that take `user:password`.
    private static let logins: Set<String> = ["-u", "--user", "-U", "--proxy-user"]

    private static func shown(_ word: String) -> String {
        if word.contains("://") { return withoutQuery(withoutValues(ShownAddress.of(word))) }
        let name = unquoted(word).prefix { $0 != "=" }
        if name.hasPrefix("-b"), word.contains("=") {
            return "\(word.prefix { $0 != "b" })b\(gap)\(quotes(at: word))"
        }
        let isLogin = name.lowercased().hasPrefix("-u") || logins.contains(String(name))
        let publicWord = withoutValues(word)
        return isLogin ? withoutPassword(publicWord) : withoutUserInfo(publicWord)
    }

    /// Shortens the values of secret names; a form has several values, as in `user=me&pass=t`.
    private static func withoutValues(_ word: String) -> String {
        let parts = word.split(separator: "&", omittingEmptySubsequences: false).map { part in
            guard let equals = part.indices.first(where: { part[$0] == "=" && SecretName.isSecret(part[..<$0]) }) else {
                return String(part)
            }
            return "\(part[...equals])\(gap)\(quotes(at: String(part)))"
        }
        return parts.joined(separator: "&")
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Returns a word without the quotation marks around it.
    private static func unquoted(_ word: String) -> Substring {
        let end = word.dropLast(quotes(at: word).count)
        return end.drop { $0 == "\"" || $0 == "'" }
    }

    /// Returns the name, with its colon, of a header field or a JSON member that holds a secret.
    private static func header(_ word: String) -> String? {
        guard !word.contains("://"), let colon = word.firstIndex(of: ":") else { return nil }
        // The names of JSON are between quotation marks, perhaps after backslashes.
        let name = String(word[..<colon].reversed().drop { "\"'\\".contains($0) }.reversed())
        return SecretName.isSecret(name[...]) ? String(word[...colon]) : nil
    }

    private static func withoutQuery(_ address: String) -> String {
        let lastEquals = address.lastIndex(of: "=") ?? address.startIndex
        let mark = address.indices.first { address[$0] == "?" || (address[$0] == "#" && $0 < lastEquals) }
        guard let mark else { return address }
        return "\(address[...mark])\(gap)\(quotes(at: address))"
    }

    private static func withoutPassword(_ word: String) -> String {
        guard let colon = word.firstIndex(of: ":") else { return word }
        return "\(word[...colon])\(gap)\(quotes(at: word))"
    }

    /// Shortens `user:password@host`, an address without a scheme.
    private static func withoutUserInfo(_ word: String) -> String {
        guard let at = word.lastIndex(of: "@"), let colon = word[..<at].firstIndex(of: ":") else { return word }
        return "\(word[...colon])\(gap)\(word[at...])"
    }

    /// Returns the quotation mark that a word opens and does not close.
    private static func openQuote(_ word: String) -> Character? {
        guard quotes(at: word).isEmpty else { return nil }
        return ["'", "\""].first { mark in word.count { $0 == mark } % 2 == 1 }
    }

    /// Returns the quotation marks at the end of a word.
    private static func quotes(at word: String) -> String {
        String(word.reversed().prefix { $0 == "\"" || $0 == "'" }.reversed())
    }
}
