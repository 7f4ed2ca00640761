/// An account on a sync server, as `:account` lists it.
package struct AccountLine: Equatable, Sendable {
    var url: String
    /// Kind, feeds, waiting marks, the last problem.
    var detail: String

    package init(url: String, detail: String) {
        self.url = url
        self.detail = detail
    }
}

// Accounts on sync servers.
extension State {
    /// `:account` lists the accounts; `:account add [KIND] URL …` adds one or changes its secret; `:account remove URL
    /// [--keep-starred]` removes one.
    mutating func account(_ argument: String?) -> [Effect] {
        let words = (argument ?? "").split(separator: " ").map(String.init)
        switch words.first {
        case nil, "list": return [.loadAccounts]
        case "remove" where words.count > 1:
            let keepsStarred = words.contains("--keep-starred")
            let url = words.dropFirst().first { !$0.hasPrefix("--") }
            return url.map { [.removeAccount(url: $0, keepsStarred: keepsStarred)] } ?? []
        case "add": return addAccount(Array(words.dropFirst()))
        default:
            say("account, account add [KIND] URL --user NAME, or account remove URL", .error)
            return []
        }
    }

    private mutating func addAccount(_ words: [String]) -> [Effect] {
        do throws(AccountForm.Fault) {
            let form = try AccountForm(words: words)
            guard form.secretFile == nil else { return addAccount(form, secret: "") }
            return ask(.secret(form))
        } catch {
            say(error.message, .error)
            return []
        }
    }

    /// - Parameter secret: empty if a file or `[[credentials]]` holds it, or if the server needs none.
    mutating func addAccount(_ form: AccountForm, secret: String) -> [Effect] {
        network.arrival = "first sync with \(form.url) (\(keymap.name(of: .cancel)) stops)"
        return [.addAccount(form, secret: secret.isEmpty ? nil : secret)]
    }

    mutating func showAccounts(_ accounts: [AccountLine]) -> [Effect] {
        guard !accounts.isEmpty else {
            say("Type the address of the server, and --user NAME if it needs one")
            return ask(.command, text: "account add ")
        }
        let lines = accounts.map { account in
            Panel.Line(label: account.url, detail: account.detail, choice: .type("account remove \(account.url) "))
        }
        panel = Panel(.accounts, title: "Accounts", lines: lines)
        return []
    }
}
