import ArticleStorage
package import FeedModel

/// The result of adding an account.
package struct AccountAddition: Equatable, Sendable {
    /// The report of the first sync; nil if lede is offline, or if another process is syncing the account.
    package var report: AccountReport?
    /// False if the account was known; it may have a new secret.
    package var isNew: Bool
    /// The folder in which a known account stays, although another one was given.
    package var keptFolder: [String]?
    /// True if the server of a new account refused the login, or does not speak the protocol: nothing was added.
    package var isRejected = false
}

extension FeedService {
    /// Adds an account, or replaces the secret of a known one, and syncs it. With a wrong secret, or if the server does
    /// not speak the protocol, nothing is added. If the connection fails or the server asks for a pause, the account
    /// stays, and a later sync asks again. A known account keeps its former secret if the server refuses the new one.
    ///
    /// - Parameter secret: the text that the person typed; lede keeps it in its own file.
    package func addAccount(
        _ new: NewAccount, secret: String?, events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> AccountAddition {
        var new = new
        let folder = settings.secretFolder.map(SecretFolder.init)
        if let secret { new.secretFile = try folder?.keep(secret) }
        let before = try store.accounts()
        let (id, report, isNew) = try await addAccount(new, events: events)
        var addition = AccountAddition(report: report, isNew: isNew)
        if !isNew, !new.folder.isEmpty, let kept = try store.account(id)?.folder, kept != new.folder {
            addition.keptFolder = kept
        }
        if !isNew, let file = new.secretFile {
            let known = before.first { $0.id == id }
            let former = known?.secretFile
            let hasFormer = former != nil || settings.keyring.covers(new.url)
            if hasFormer, former != file, report?.problem?.kind == .credentials {
                // A mistyped secret does not replace one that the server may accept, and its refusal says nothing about
                // that one.
                try store.setSecretFile(former, of: id)
                if let known { try store.record(known.health, retryAfter: known.retryAfter, of: id) }
                addition.report?.problem?.message += "; the former secret stays"
            }
            try dropUnused([file] + before.compactMap(\.secretFile), from: folder)
        }
        guard isNew, let report, try isRefusal(report) else { return addition }
        try store.removeAccount(report.account.id, at: settings.now())
        settings.sessions?.keep(nil, of: report.account)
        folder?.drop(new.secretFile)
        addition.isRejected = true
        return addition
    }

    /// Removes each of these files of secrets unless an account uses it.
    private func dropUnused(_ files: [String], from folder: SecretFolder?) throws {
        let used = Set(try store.accounts().compactMap(\.secretFile))
        for file in files where !used.contains(file) { folder?.drop(file) }
    }

    /// True if the first sync received no articles because of the server's responses.
    private func isRefusal(_ report: AccountReport) throws -> Bool {
        guard let problem = report.problem, report.newArticles == 0 else { return false }
        return switch problem.kind {
        case .credentials: true
        case .notFound, .gateway, .status, .notAFeed, .gone: try feedCount(of: report.account.id) == 0
        case .network, .waiting: false
        }
    }
}
