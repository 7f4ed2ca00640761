import ArticleStorage
import FeedModel
import FoundationEssentials

extension FeedService {
    /// Removes an account with its feeds, its tokens, and its secret if lede stores that.
    ///
    /// - Parameter keepsStarred: feeds with starred articles become local feeds with only these.
    package func removeAccount(at address: String, keepsStarred: Bool) throws {
        let account = try store.accounts().named(address)
        try store.removeAccount(account.id, keepsStarred: keepsStarred, at: settings.now())
        settings.sessions?.keep(nil, of: account)
        settings.secretFolder.map(SecretFolder.init)?.drop(account.secretFile)
    }
}
