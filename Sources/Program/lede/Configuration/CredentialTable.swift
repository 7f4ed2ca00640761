import Basics
import FeedRefresh
import TOMLReading

// Reads `[[credentials]]`: one table for each login.
extension Configuration {
    /// Reads the logins. An unusable one is reported with its line, and left out.
    mutating func readCredentials(_ value: TOMLValue, in file: TOMLFile) {
        guard let entries = value.array else {
            problems.append(
                file.problem(
                    with: "credentials", in: nil, "credentials must be tables with two brackets: [[credentials]]"))
            return
        }
        for (index, entry) in entries.enumerated() {
            do throws(CredentialEntry.Mistake) {
                credentials.append(try CredentialEntry(entry.table, isPrivate: file.isPrivate).rule())
            } catch {
                problems.append(
                    file.problem(with: error.key ?? "", in: "credentials", number: index, error.message))
            }
        }
    }
}

/// One `[[credentials]]` as written in the file.
private struct CredentialEntry {
    struct Mistake: Error {
        /// The mistaken key; nil means the entry as a whole.
        var key: String?
        var message: String
    }

    private static let keys = ["secret", "secret-command", "secret-file", "header", "url", "user"]
    private let table: TOMLTable
    private let isPrivate: Bool

    init(_ table: TOMLTable?, isPrivate: Bool) throws(Mistake) {
        guard let table else { throw Mistake(message: "credentials must be tables with two brackets: [[credentials]]") }
        for (key, _) in table where !Self.keys.contains(key) {
            throw Mistake(key: key, message: Configuration.unknown(key, Self.keys))
        }
        self.table = table
        self.isPrivate = isPrivate
    }

    func rule() throws(Mistake) -> CredentialRule {
        guard let address = table["url"]?.string, let scope = CredentialScope(address), !address.contains("@") else {
            let key = table["url"] == nil ? nil : "url"
            throw Mistake(
                key: key,
                message: "url must be the beginning of the addresses, in quotes, such as \"https://example.org/\"")
        }
        let user = table["user"]?.string
        guard table["user"] == nil || user.map(Self.isUserName) == true else {
            throw Mistake(key: "user", message: "user must be a name, in quotes and without a colon")
        }
        let header = try header()
        let sources = Self.keys.prefix(3).filter { table[$0] != nil }
        guard sources.count == 1, let key = sources.first else {
            throw Mistake(message: "credentials need one of secret, secret-command and secret-file")
        }
        return CredentialRule(scope: scope, user: user, header: header, secret: try source(key))
    }

    private func header() throws(Mistake) -> SecretHeader? {
        guard let value = table["header"] else { return nil }
        guard table["user"] == nil else {
            throw Mistake(key: "user", message: "user is for a password: leave it out with header")
        }
        do throws(SecretHeader.Refusal) {
            return try SecretHeader(value.string ?? "")
        } catch {
            throw Mistake(key: "header", message: error.words)
        }
    }

    private func source(_ key: String) throws(Mistake) -> SecretSource {
        switch key {
        case "secret-command":
            let values = table[key]?.array ?? []
            let words = values.compactMap(\.string)
            guard words.first?.isEmpty == false, words.count == values.count else {
                throw Mistake(
                    key: key, message: "\(key) must be a list of words, such as [\"pass\", \"show\", \"feeds\"]")
            }
            return .command(words)
        case "secret-file":
            guard let path = table[key]?.string, path.hasPrefix("/") || path.hasPrefix("~/") else {
                throw Mistake(key: key, message: "\(key) must be a path, in quotes, that begins with / or ~/")
            }
            return .file(HomeFolder.expanded(path, home: Paths.home, from: "/"))
        default:
            guard let text = table[key]?.string, !text.isEmpty else {
                throw Mistake(key: key, message: "\(key) must be a password or a token, in quotes")
            }
            guard isPrivate else {
                throw Mistake(key: key, message: "not used, because others can read this file: use chmod 600")
            }
            return .text(text)
        }
    }

    /// RFC 7617 §2: a colon would end the user name.
    private static func isUserName(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 != ":" && $0.value >= 0x20 && $0.value != 0x7F }
    }
}

extension SecretHeader.Refusal {
    fileprivate var words: String {
        switch self {
        case .notAName: "header must be the name of a request field, in quotes, such as \"Cookie\""
        case .authorization: "Authorization is sent without header: with user as a password, otherwise as a token"
        case .reserved: "header must name another field: lede sets this one itself"
        }
    }
}

extension CredentialRule {
    /// The lines that `lede config` prints: everything but the secret.
    var lines: [String] {
        var lines = ["url = \(TOMLText.quoted(scope.description))"]
        if let user { lines.append("user = \(TOMLText.quoted(user))") }
        if let header { lines.append("header = \(TOMLText.quoted(header.description))") }
        switch secret {
        case .text: lines.append("# secret is set and not shown")
        case .file(let path): lines.append("secret-file = \(TOMLText.quoted(path))")
        case .command(let words):
            lines.append("secret-command = \(TOMLText.list(words))")
        }
        return lines
    }

    /// The commented example of `lede config --default`.
    static let sample = [
        "", "# Feeds behind a login: one [[credentials]] for each, with one of the secrets.",
        "#[[credentials]]", "#url = \"https://example.org/\"  # an origin, a folder, or one address",
        "#user = \"me\"  # for a password (HTTP Basic); without it a bearer token",
        "#header = \"Cookie\"  # the secret is this field's value, instead of user",
        "#secret-command = [\"pass\", \"show\", \"feeds/example\"]  # its first line; no shell",
        "#secret-file = \"~/.config/lede/example.secret\"  # mode 600",
        "#secret = \"…\"  # only where config.toml itself has mode 600",
    ]
}
