import CProgram

/// The version of lede, defined only here.
enum Version {
    static let number = "0.1.0"

    /// The `User-Agent` of all requests, with an address for questions (RFC 9110 §10.1.5). The address stays reserved
    /// (RFC 2606) until lede has its own page.
    static let userAgent = "lede/\(number) (+https://lede.test)"

    /// The number, and the compiled commit if it is known.
    static var line: String { commit.map { "\(number) (\($0.prefix(12)))" } ?? number }

    /// The commit, read from git's `HEAD`, which holds a commit or the name of a branch.
    private static var commit: String? {
        commit(head: String(cString: cprogram_head()), main: String(cString: cprogram_main()))
    }

    private static func commit(head: String, main: String) -> String? {
        let head = head.prefix { !$0.isNewline }
        let hash = head == "ref: refs/heads/main" ? main.prefix { !$0.isNewline } : head.prefix(40)
        return hash.count == 40 && hash.allSatisfy(\.isHexDigit) ? String(hash) : nil
    }
}
