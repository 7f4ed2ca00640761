import ArticleStorage
package import FeedModel
import FoundationEssentials
import SyncServers

extension FeedService {
    /// Removes an account with its feeds, its tokens, and its secret if lede stores that; false if there is none.
    ///
    /// - Parameter keepsStarred: feeds with starred articles become local feeds with only these.
    package func removeAccount(at address: String, keepsStarred: Bool) throws -> Bool {
        guard let account = try store.accounts().answering(to: address).first else { return false }
        try store.removeAccount(account.id, keepsStarred: keepsStarred, at: settings.now())
        settings.sessions?.keep(nil, of: account)
        settings.secretFolder.map(SecretFolder.init)?.drop(account.secretFile)
        return true
    }
}

extension [SyncAccount] {
    /// The accounts that a typed address may mean: the one with exactly this address, else all that match it. Several
    /// accounts on one server have addresses that differ in their fragments.
    package func answering(to address: String) -> [SyncAccount] {
        let exact = filter { $0.url == address }
        return exact.isEmpty ? filter { $0.answers(to: address) } : exact
    }
}

extension SyncAccount {
    /// True if a typed address means this account: as shown, or as entered when it was added.
    package func answers(to address: String) -> Bool {
        let bare = { (text: String) in
            var text = text.withoutFragment
            while text.hasSuffix("/") { text.removeLast() }
            return text
        }
        return url == address || bare(url) == bare(address)
            || ServerDetection.bases(of: kind, at: address).contains { bare($0) == bare(url) }
            || kind == .since && url == FeedService.sinceAddress(address)
    }
}
