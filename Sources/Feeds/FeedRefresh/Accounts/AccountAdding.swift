import ArticleStorage
package import FeedModel

/// The result of adding an account.
package struct AccountAddition: Equatable, Sendable {
    /// The report of the first sync; nil if lede is offline.
    package var report: AccountReport?
    /// False if the account was known; it may have a new secret.
    package var isNew: Bool
    /// True if the server refused the secret of a new account: nothing was added.
    package var isRejected = false
}

extension FeedService {
    /// Makes an account, or replaces the secret of a known one, and syncs it. With a wrong secret nothing is added.
    ///
    /// - Parameter secret: the text that the person typed; lede keeps it in a file of its own.
    package func addAccount(
        _ new: NewAccount, secret: String?, events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> AccountAddition {
        var new = new
        let folder = settings.secretFolder.map(SecretFolder.init)
        if let secret { new.secretFile = try folder?.keep(secret) }
        let before = try store.accounts()
        let (report, isNew) = try await addAccount(new, events: events)
        var addition = AccountAddition(report: report, isNew: isNew)
        if !isNew, let file = new.secretFile {
            // The secret that this one replaces.
            let now = Set(try store.accounts().compactMap(\.secretFile))
            for old in before.compactMap(\.secretFile) where old != file && !now.contains(old) { folder?.drop(old) }
        }
        guard isNew, let report, report.problem?.kind == .credentials, report.newArticles == 0 else { return addition }
        try store.removeAccount(report.account.id, at: settings.now())
        settings.sessions?.keep(nil, of: report.account)
        folder?.drop(new.secretFile)
        addition.isRejected = true
        return addition
    }
}
