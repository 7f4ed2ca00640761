/// The words that name a server of an account: `[KIND] URL`.
package struct ServerWords: Equatable, Sendable {
    /// Nil means that lede detects the server's protocol.
    package let kind: ServerKind?
    package let url: String

    /// The reason why the words name no server.
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case noAddress
        case noKind(String)
        case userInAddress

        package var description: String {
            switch self {
            case .noAddress: "Name the server: account add [KIND] URL [--user NAME] [--secret-file FILE] [--folder F]"
            case .noKind(let word): "\(word) is not a kind of server: \(ServerKind.allNames)"
            case .userInAddress: "Give the user name with --user, not in the address"
            }
        }
    }

    package init(_ words: [String]) throws(Fault) {
        guard let url = words.last, words.count <= 2 else { throw .noAddress }
        // Checked first, since the other messages repeat a word, which may be an address with a password.
        guard !words.contains(where: { $0.contains("@") && $0.contains("://") }) else { throw .userInAddress }
        kind = words.count == 2 ? ServerKind(rawValue: words[0]) : nil
        guard words.count == 1 || kind != nil else { throw .noKind(words[0]) }
        guard ServerKind(rawValue: url) == nil else { throw .noAddress }
        self.url = url
    }
}

extension ServerKind {
    fileprivate static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Returns the kind of secret that the server asks for.
    package func secretName(hasUser: Bool) -> String {
        switch self {
        case .miniflux: hasUser ? "password" : "API key"
        case .since: "token"
        case .greader, .fever, .nextcloud, .ttrss: "password"
        }
    }

    /// True if a login to the server consists of a user name and a password.
    package var needsUser: Bool {
        switch self {
        case .miniflux, .since: false
        case .greader, .fever, .nextcloud, .ttrss: true
        }
    }
}
