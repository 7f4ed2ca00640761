/// A line of a person's file, or a command, as it is safe to show: without the secrets that are written in usual ways.
package enum ShownLine {
    /// An ellipsis replaces the query of an address, passwords after `user:`, the values of options and names such as
    /// `--token` and `password=`, and all that follows a header field such as `Authorization:`. Addresses lose their
    /// user information.
    package static func of(_ line: String) -> String {
        var words: [String] = []
        var option = ""
        for word in line.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            if let header = header(word) { return (words + [header + gap]).joined(separator: " ") }
            if isSecret(option) {
                words.append(gap)
            } else {
                words.append(logins.contains(option) ? withoutPassword(word) : shown(word))
            }
            option = word.hasPrefix("-") ? word : ""
        }
        return words.joined(separator: " ")
    }

    private static let gap = "\u{2026}"

    /// Options of curl and similar programs that take `user:password`.
    private static let logins: Set<String> = ["-u", "--user", "-U", "--proxy-user"]
    private static let secretNames = ["pass", "passwd", "password", "secret", "token", "apikey", "api-key", "api_key"]
    private static let secretHeaders = ["authorization", "cookie", "token", "apikey", "api-key"]

    private static func shown(_ word: String) -> String {
        if word.contains("://") { return withoutQuery(ShownAddress.of(word)) }
        if let equals = word.firstIndex(of: "=") {
            let name = String(word[..<equals])
            if isSecret(name) { return name + "=" + gap + quotes(at: word) }
            return logins.contains(name) ? withoutPassword(word) : withoutUserInfo(word)
        }
        return word.hasPrefix("-u") ? withoutPassword(word) : withoutUserInfo(word)
    }

    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return secretNames.contains { name.hasSuffix($0) }
    }

    /// The name of a header field that holds a secret, with its colon.
    private static func header(_ word: String) -> String? {
        guard !word.contains("://"), let colon = word.firstIndex(of: ":") else { return nil }
        let name = word[..<colon].lowercased()
        return secretHeaders.contains { name.hasSuffix($0) } ? String(word[...colon]) : nil
    }

    private static func withoutQuery(_ address: String) -> String {
        guard let mark = address.firstIndex(of: "?") else { return address }
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

    /// The quotation marks at the end of a word.
    private static func quotes(at word: String) -> String {
        String(word.reversed().prefix { $0 == "\"" || $0 == "'" }.reversed())
    }
}
