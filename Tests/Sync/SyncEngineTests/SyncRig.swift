import ArticleStorage
import FeedModel
import Foundation
import Synchronization
import TestFolders

@testable import SyncEngine

/// A real library beside a model server.
final class SyncRig {
    private let folder: TemporaryFolder
    let store: ArticleStore
    let account: AccountID
    let server: ModelServer
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(_ server: ModelServer) throws {
        self.server = server
        folder = try TemporaryFolder()
        store = try ArticleStore(path: folder.path + "/library.sqlite")
        account = try store.addAccount(NewAccount(kind: .miniflux, url: "http://server.test/")).id
    }

    @discardableResult
    func sync(
        purpose: SyncPlan.Purpose = .everything, bounds: SyncBounds = SyncBounds(),
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncPass {
        let now = now
        var pass = SyncPass(
            of: try store.account(account)!, in: store, with: server, purpose: purpose, now: { now },
            bounds: bounds, progress: progress)
        try await pass.run()
        return pass
    }

    /// Returns the calls of the last sync.
    func calls(_ work: () async throws -> Void) async throws -> [String] {
        server.world.withLock { $0.calls = [] }
        try await work()
        return server.world.withLock { $0.calls }
    }

    func article(_ guid: String) throws -> Article? {
        try articles().first { $0.item.id == guid }
    }

    func articles() throws -> [Article] {
        try store.page(of: ArticleListing(.all, midnight: now), at: .start, limit: 1_000).rows.compactMap {
            try store.article($0.id)
        }
    }

    /// Listed articles with read and starred, by guid; a duplicate guid is visible.
    var states: [String: [Bool]] {
        get throws {
            try articles().reduce(into: [:]) { states, article in
                let name = states[article.item.id] == nil ? article.item.id : article.item.id + " twice"
                states[name] = [article.isRead, article.isStarred]
            }
        }
    }

    func mark(_ guid: String, _ mark: Mark) throws {
        if let article = try article(guid) { try store.set(mark, on: [article.id]) }
    }

    var outgoing: Int {
        get throws { try store.account(account)?.outgoingCount ?? 0 }
    }
}
