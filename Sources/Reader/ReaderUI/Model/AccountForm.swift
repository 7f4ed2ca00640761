package import FeedModel

/// An account to add, as typed after `:account add`, with the words of `lede account add`.
package struct AccountForm: Equatable, Sendable {
    private let server: ServerWords
    package var user: String?
    package var secretFile: String?
    package var folder: [String] = []

    /// The reason why a line does not describe an account.
    enum Fault: Error, Equatable {
        case server(ServerWords.Fault), noOption(String), noValue(String)

        var message: String {
            switch self {
            case .server(let fault): fault.description
            case .noOption(let word): "\(word) is not one of --user, --secret-file, --folder"
            case .noValue(let option): "\(option) needs a value"
            }
        }
    }

    /// Nil means that lede detects the server's protocol.
    package var kind: ServerKind? { server.kind }
    package var url: String { server.url }

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
        do throws(ServerWords.Fault) { server = try ServerWords(bare) } catch { throw .server(error) }
        user = values["--user"]
        secretFile = values["--secret-file"]
        folder = values["--folder"].map { FolderNames.path($0) } ?? []
    }

    /// The kind of secret that the server asks for. Before lede has detected the protocol, the user name decides: only
    /// servers with an API key or a token need none.
    var secretName: String {
        if let kind { return kind.secretName(hasUser: user != nil) }
        return user == nil ? "API key or token" : "password"
    }
}
