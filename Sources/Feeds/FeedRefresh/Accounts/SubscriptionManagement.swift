import ArticleStorage
import Basics
package import FeedModel
package import FoundationEssentials
import SyncEngine

/// The reason why a change of subscriptions on a server failed or may have failed; the library is unchanged.
package enum ManagementError: Error, Equatable, Sendable, CustomStringConvertible {
    case offline(server: String)
    case waiting(server: String, until: Date)
    case impossible(kind: ServerKind, what: String)
    case refused(server: String, reason: String)
    /// The server's response did not arrive.
    case unconfirmed(server: String, reason: String)

    package var description: String {
        switch self {
        case .offline(let server): "lede is offline, and only \(server) can make this change: nothing was changed"
        case .waiting(let server, let until):
            "\(server) requires a wait until \(until.timestamp): nothing was changed"
        case .impossible(.since, let what):
            "the since API cannot \(what): use lede on the machine that serves them (lede add), and sync"
        case .impossible(let kind, let what):
            "the \(kind.rawValue) API cannot \(what): change it on the server's own page and sync"
        case .refused(let server, let reason): "\(server): \(reason); nothing was changed"
        case .unconfirmed(let server, let reason):
            "\(server): \(reason); the server may have made the change: the next sync shows it"
        }
    }
}

// Changes the feeds of accounts: on the server first, then here. Each call returns false for a local feed and changes
// nothing.
extension FeedService {
    /// Subscribes on the server, and syncs the account.
    ///
    /// - Returns: the report of the following sync. If the server did not confirm the title, the report has that
    ///   problem, but the feed is added.
    package func subscribe(
        to url: String, title: String?, folder: [String], on id: AccountID,
        events: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws -> AccountReport? {
        guard let account = try store.account(id) else { return nil }
        let name = account.serverFolder(folder)
        let address = try Self.feedAddresses(for: url)[0]
        let title = title.flatMap { $0.isEmpty ? nil : $0 }
        var naming: NamingFailure?
        do {
            try await change(.subscribe(url: address, title: title, folder: name), on: account)
        } catch let failure as NamingFailure {
            naming = failure
        }
        let report = try await syncAccounts([id], reason: .insisted, events: events).first
        network.saveTraffic()
        guard let naming else { return report }
        return (report ?? AccountReport(account: account)).adding(naming)
    }

    package func unsubscribe(_ id: SubscriptionID) async throws -> Bool {
        guard let (account, feed) = try served(id) else { return false }
        try await change(.unsubscribe(feed: feed), on: account)
        try apply(RemoteFeed(id: feed.id, isDeleted: true), to: account)
        return true
    }

    package func rename(_ id: SubscriptionID, to title: String) async throws -> Bool {
        guard let (account, served) = try served(id) else { return false }
        var feed = served
        guard !title.isEmpty else { throw ManagementError.refused(server: account.host, reason: "a feed needs a name") }
        try await change(.rename(feed: feed, title: title), on: account)
        feed.title = title
        try apply(feed, to: account)
        return true
    }

    package func move(_ id: SubscriptionID, to folder: [String]) async throws -> Bool {
        guard let (account, served) = try served(id) else { return false }
        var feed = served
        let name = account.serverFolder(folder)
        try await change(.move(feed: feed, folder: name), on: account)
        feed.folder = name.map { [$0] } ?? []
        try apply(feed, to: account)
        // In the library the feed moves to the server's folder, whatever folder it was in.
        try store.move(id, to: account.folder + feed.folder)
        return true
    }

    /// Renames a folder on each server that has feeds in it, or in a folder within, then in the library with all its
    /// contents. Feeds of a `lede serve` have their folders here only.
    package func renameFolder(_ folder: [String], to newFolder: [String]) async throws {
        let synced = try store.accountsOfSubscriptions()
        let inside = try store.subscriptions().filter { $0.folder.starts(with: folder) }
        let accounts = Set(inside.compactMap { synced[$0.id] })
        var renames: [(account: SyncAccount, old: String, new: String)] = []
        for account in try store.accounts() where accounts.contains(account.id) && account.kind != .since {
            guard folder.starts(with: account.folder), let old = account.serverFolder(folder),
                let new = account.serverFolder(newFolder)
            else { continue }
            // Checked for all servers first: a folder that is renamed on some of them is two folders here.
            _ = try await server(of: account, for: .renameFolder)
            renames.append((account, old, new))
        }
        for (account, old, new) in renames {
            try await change(.renameFolder(old, to: new), on: account)
            for subscription in inside where subscription.folder == folder && synced[subscription.id] == account.id {
                guard var (_, feed) = try served(subscription.id) else { continue }
                feed.folder = [new]
                try apply(feed, to: account)
                try store.move(subscription.id, to: account.folder + feed.folder)
            }
        }
        try store.moveFolder(folder, to: newFolder)
    }

    // MARK: - Steps

    private func served(_ id: SubscriptionID) throws -> (SyncAccount, RemoteFeed)? {
        guard let (accountID, remoteID) = try store.remoteFeed(of: id), let account = try store.account(accountID),
            account.kind != .since, let subscription = try store.subscription(id)
        else { return nil }
        let folder = account.serverFolder(subscription.folder).map { [$0] } ?? []
        return (
            account,
            RemoteFeed(
                id: remoteID, title: subscription.name, feedURL: subscription.feedURL,
                homePageURL: subscription.homePageURL, folder: folder)
        )
    }

    /// Returns the adapter for an account's server, unless it is known without a request that the change fails.
    private func server(
        of account: SyncAccount, for kind: SubscriptionChange.Kind
    ) async throws -> any SyncServer {
        guard !isOffline else { throw ManagementError.offline(server: account.host) }
        if let until = account.expected(account.retryAfter, at: settings.now()) {
            throw ManagementError.waiting(server: account.host, until: until)
        }
        let server = try await server(of: account, reason: .insisted)
        guard server.traits.management.contains(kind) else {
            throw ManagementError.impossible(kind: account.kind, what: kind.words)
        }
        return server
    }

    private func change(_ change: SubscriptionChange, on account: SyncAccount) async throws {
        do {
            let server = try await server(of: account, for: change.kind)
            defer { network.saveTraffic() }
            try await withTaskExecutorPreference(syncExecutor) { try await server.change(change) }
        } catch let naming as NamingFailure {
            try keepWait(after: naming.failure, of: account)
            throw naming
        } catch let failure as SyncFailure {
            try keepWait(after: failure, of: account)
            throw failure.mayBeDone
                ? ManagementError.unconfirmed(server: account.host, reason: failure.message)
                : ManagementError.refused(server: account.host, reason: failure.message)
        }
    }

    private func keepWait(after failure: SyncFailure, of account: SyncAccount) throws {
        guard case .problem(_, let until?) = failure else { return }
        try store.record(account.health, retryAfter: until, of: account.id)
    }

    private func apply(_ feed: RemoteFeed, to account: SyncAccount) throws {
        _ = try store.apply(SyncPage(feeds: [feed]), to: account.id, at: settings.now())
    }
}

extension AccountReport {
    /// Returns the report with the title that the server did not confirm, before a problem of the sync.
    fileprivate func adding(_ naming: NamingFailure) -> AccountReport {
        var report = self
        let title = "the feed is added, but the server did not confirm its title: \(naming.failure.message)"
        let message = [title, problem?.message].compactMap(\.self).joined(separator: "; ")
        report.problem = FeedProblem(kind: .status, message: message)
        return report
    }
}

extension SubscriptionChange.Kind {
    fileprivate var words: String {
        switch self {
        case .subscribe: "add feeds"
        case .unsubscribe: "remove feeds"
        case .rename: "rename feeds"
        case .move: "move feeds"
        case .renameFolder: "rename folders"
        }
    }
}

extension SyncAccount {
    /// The name of the server in messages.
    var host: String { ShownAddress.host(of: url) }

    /// Returns the server's name for a folder of the library: without the account's own folder, and on one level.
    fileprivate func serverFolder(_ path: [String]) -> String? {
        let own = path.starts(with: folder) ? Array(path.dropFirst(folder.count)) : path
        return own.isEmpty ? nil : own.joined(separator: "/")
    }
}
