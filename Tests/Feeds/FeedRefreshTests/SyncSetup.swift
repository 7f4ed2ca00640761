import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Testing

@testable import FeedRefresh

/// A library and a service with an account on a scripted server.
struct SyncSetup {
    let rig: ServiceRig
    let server: ScriptedSyncServer
    let secret: URL

    init(
        _ kind: ServerKind, as variation: ReaderVariation = .freshRSS,
        adjust: (inout FeedServiceSettings) -> Void = { _ in }
    ) throws {
        let rig = try Self.makeRig(adjust)
        try self.init(rig, ScriptedSyncServer(kind, on: rig.origin, as: variation))
    }

    /// A library that has synced an account with these articles.
    init(
        _ kind: ServerKind, as variation: ReaderVariation = .freshRSS,
        adjust: (inout FeedServiceSettings) -> Void = { _ in }, syncing articles: ClosedRange<Int>
    ) async throws {
        try self.init(kind, as: variation, adjust: adjust)
        server.publish(articles)
        try await add()
    }

    /// Another library with an account on the same server.
    init(beside other: SyncSetup, adjust: (inout FeedServiceSettings) -> Void = { _ in }) throws {
        try self.init(Self.makeRig(adjust), other.server)
    }

    private init(_ rig: ServiceRig, _ server: ScriptedSyncServer) throws {
        self.rig = rig
        self.server = server
        secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
    }

    /// Makes a rig that keeps the tokens of logins, as the program does.
    private static func makeRig(_ adjust: (inout FeedServiceSettings) -> Void) throws -> ServiceRig {
        try ServiceRig(keepsTokens: true, adjust: adjust)
    }

    @discardableResult
    func add() async throws -> AccountReport? {
        let user = server.kind == .miniflux ? nil : "me"
        return try await rig.service.addAccount(
            NewAccount(kind: server.kind, url: server.address, user: user, secretFile: secret.path)
        ).report
    }

    @discardableResult
    func sync() async throws -> AccountReport? {
        rig.pass(seconds: 3_600)
        return try await rig.service.refresh(reason: .everything).accounts.first
    }

    func requests(_ work: () async throws -> Void) async throws -> Int {
        let before = server.origin.requests.count
        try await work()
        return server.origin.requests.count - before
    }

    var rows: [ArticleSummary] {
        get throws {
            try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 2_000).rows
        }
    }

    func id(_ number: Int) throws -> ArticleID {
        try #require(try rows.first { $0.title == "Article \(number)" }).id
    }

    var outgoing: Int {
        get throws { try rig.store.accounts()[0].outgoingCount }
    }

    /// Both sides have the same articles with the same marks.
    func expectEqual(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let here = Set(try rows.map { "\($0.title) \($0.isRead) \($0.isStarred)" })
        let there = Set(server.entries.map { "Article \($0.id) \($0.isRead) \($0.isStarred)" })
        #expect(here == there, comment, sourceLocation: sourceLocation)
        #expect(try rows.count == server.entries.count, comment, sourceLocation: sourceLocation)
    }
}
