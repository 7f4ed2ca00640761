package import FeedModel

/// An account to add, as typed after `:account add`, with the words of `lede account add`.
package struct AccountForm: Equatable, Sendable {
    /// Nil: lede detects the server's protocol.
    package var kind: ServerKind?
    package var url: String
    package var user: String?
    package var secretFile: String?
    package var folder: [String] = []

    /// The reason why a line does not describe an account.
    enum Fault: Error, Equatable {
        case noAddress, noKind(String), noOption(String), noValue(String), userInAddress

        var message: String {
            switch self {
            case .noAddress: "Name the server: account add [KIND] URL [--user NAME] [--secret-file FILE] [--folder F]"
            case .noKind(let word): "\(word) is not a kind of server: \(ServerKind.allNames)"
            case .noOption(let word): "\(word) is not one of --user, --secret-file, --folder"
            case .noValue(let option): "\(option) needs a value"
            case .userInAddress: "Give the user name with --user, not in the address"
            }
        }
    }

    init(words: [String]) throws(Fault) {
        var values: [String: String] = [:]
        var bare: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                bare.append(word)
                continue
            }
            guard ["--user", "--secret-file", "--folder"].contains(word) else { throw .noOption(word) }
            guard let value = rest.popFirst() else { throw .noValue(word) }
            values[word] = value
        }
        guard let url = bare.last, bare.count <= 2 else { throw .noAddress }
        if bare.count == 2 {
            guard let kind = ServerKind(rawValue: bare[0]) else { throw .noKind(bare[0]) }
            self.kind = kind
        }
        guard ServerKind(rawValue: url) == nil else { throw .noAddress }
        guard !(url.contains("@") && url.contains("://")) else { throw .userInAddress }
        self.url = url
        user = values["--user"]
        secretFile = values["--secret-file"]
        folder = values["--folder"].map { FolderNames.path($0) } ?? []
    }

    /// The kind of secret that the server asks for.
    var secretName: String {
        switch kind {
        case .miniflux where user == nil: "API key"
        case .since: "token"
        default: "password"
        }
    }
}

extension ServerKind {
    fileprivate static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
