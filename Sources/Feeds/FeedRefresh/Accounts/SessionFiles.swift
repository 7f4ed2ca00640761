import Basics
import FeedModel
import FoundationEssentials
import Glibc

/// Login tokens, kept between runs of the program: one file of mode 600 per account, in a folder of mode 700.
package struct SessionFiles: Sendable {
    private let folder: String

    /// Maximum length of a token that is stored, in bytes (4 KiB).
    private static let limit = 4_096

    package init(folder: String) {
        self.folder = folder
    }

    func token(of account: SyncAccount) -> String? {
        let lines = (try? SecretSource.lines(of: path(of: account)))?.split(
            separator: "\n", omittingEmptySubsequences: false)
        // A token is for one address and one user.
        guard let lines, lines.count >= 2, lines[0] == Self.owner(of: account) else { return nil }
        return String(lines[1])
    }

    func keep(_ token: String?, of account: SyncAccount) {
        let path = path(of: account)
        removeUnfinished(beside: path)
        guard let token, token.utf8.count <= Self.limit else {
            unlink(path)
            return
        }
        mkdir(folder, 0o700)
        _ = FileReplacement.write(Array("\(Self.owner(of: account))\n\(token)\n".utf8), to: path, mode: 0o600)
    }

    /// Removes what a killed process left.
    private func removeUnfinished(beside path: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where "\(folder)/\(name)".hasPrefix(path + ".") { unlink("\(folder)/\(name)") }
    }

    private func path(of account: SyncAccount) -> String {
        "\(folder)/account-\(account.id.rawValue)"
    }

    private static func owner(of account: SyncAccount) -> String {
        "\(account.kind.rawValue) \(account.url) \(account.user ?? "")"
    }
}
