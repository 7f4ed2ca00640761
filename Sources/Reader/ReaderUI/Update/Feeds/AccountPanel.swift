package import FeedModel

/// An account on a sync server, as `:account` lists it.
package struct AccountLine: Equatable, Sendable {
    package var url: String
    /// Kind, feeds, waiting marks, the last problem.
    package var detail: String

    package init(url: String, detail: String) {
        self.url = url
        self.detail = detail
    }
}

// Accounts on sync servers.
extension State {
    /// `:account` lists them; `:account remove URL [--keep-starred]` removes one.
    mutating func account(_ argument: String?) -> [Effect] {
        let words = (argument ?? "").split(separator: " ").map(String.init)
        switch words.first {
        case nil, "list": return [.loadAccounts]
        case "remove" where words.count > 1:
            let keepsStarred = words.contains("--keep-starred")
            let url = words.dropFirst().first { !$0.hasPrefix("--") }
            return url.map { [.removeAccount(url: $0, keepsStarred: keepsStarred)] } ?? []
        default:
            // A secret is typed there without being shown.
            say("Accounts are added in a shell: lede account add")
            return []
        }
    }

    mutating func showAccounts(_ accounts: [AccountLine]) -> [Effect] {
        guard !accounts.isEmpty else {
            say("No accounts; lede account add makes one")
            return []
        }
        let lines = accounts.map { account in
            Panel.Line(label: account.url, detail: account.detail, choice: .type("account remove \(account.url) "))
        }
        panel = Panel(.accounts, title: "Accounts", lines: lines)
        return []
    }
}
