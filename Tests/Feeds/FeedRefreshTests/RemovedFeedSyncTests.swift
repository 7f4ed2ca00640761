import ArticleStorage
import FeedModel
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// A feed leaves the server while others stay.
@Suite struct RemovedFeedSyncTests {
    @Test(
        "After the feed with the newest articles is removed, marks on old read articles are still sent",
        arguments: SyncServerTests.kinds)
    func newestFeed(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...250)
        try setup.rig.store.set(.read(true), on: setup.rows.map(\.id))
        try await setup.sync()
        setup.server.world.withLock { world in
            let folder = world.folders[0]
            world.feeds.append(.init(id: 2, title: "Second", url: "http://b.test/feed", folder: folder))
        }
        setup.server.publish(251...275, in: 2)
        try await setup.sync()
        try setup.expectEqual()
        setup.server.world.withLock { ScriptedSyncServer.unsubscribe(2, &$0) }
        try await setup.sync()
        try setup.rig.store.set(.starred(true), on: [setup.id(1)])
        let report = try await setup.sync()
        #expect(report?.problem == nil)
        #expect(try setup.outgoing == 0)
        #expect(setup.server.entries.first?.isStarred == true)
        try setup.expectEqual()
    }

    @Test(
        "Starred articles of a removed feed that the server keeps are fetched once more, and are not new",
        arguments: [ServerKind.greader, .fever, .ttrss])
    func keptStarred(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { world in
            let folder = world.folders[0]
            world.feeds.append(.init(id: 2, title: "Second", url: "http://b.test/feed", folder: folder))
        }
        setup.server.publish(1...20, in: 2)
        for id in 1...20 { setup.server.change(id) { $0.isStarred = true } }
        setup.server.publish(21...40)
        try await setup.add()
        try setup.expectEqual()
        setup.server.unsubscribeKeepingStarred(2)
        var reports: [AccountReport?] = []
        let once = try await setup.requests { reports.append(try await setup.sync()) }
        let again = try await setup.requests { reports.append(try await setup.sync()) }
        #expect(reports.allSatisfy { $0?.problem == nil && $0?.newArticles == 0 })
        #expect(again < once)
        #expect(try setup.rows.count == 20)
    }

    @Test("An account that is removed during its sync ends the sync, not the refresh")
    func removedAccount() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let (store, now) = (setup.rig.store, setup.rig.now)
        let account = try store.accounts()[0].id
        setup.server.publish(4...6)
        // The feeds arrive first, and the new articles after the removal.
        let removal: @Sendable (Reply) -> Reply = { reply in
            #expect(throws: Never.self) { try store.removeAccount(account, at: now) }
            return reply
        }
        setup.server.world.withLock { $0.faults = [nil, removal] }
        #expect(try await setup.sync() == nil)
        #expect(try store.accounts().isEmpty && store.subscriptions().isEmpty)
    }

    @Test("A named feed that stayed for its starred articles reports its removed account, not a 410")
    func feedWithoutAccount() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.publish(1...3)
        setup.server.change(1) { $0.isStarred = true }
        try await setup.add()
        let store = setup.rig.store
        try store.removeAccount(store.accounts()[0].id, keepsStarred: true, at: setup.rig.now)
        let kept = try store.subscriptions().map(\.id)
        let report = try await setup.rig.service.refresh(.feeds(kept), reason: .everything)
        #expect(
            report.gone.map(\.problem.message) == ["its account was removed; its starred articles are kept"])
    }

    @Test("A hotspot's responses to requests for the newest articles do not prove that the server has lost them")
    func portal() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...150)
        try setup.rig.store.set(.read(true), on: setup.rows.map(\.id))
        try await setup.sync()
        try setup.rig.store.set(.starred(true), on: [setup.id(1)])
        for answer in ["<html>Not found</html>", "no such page"] {
            let fault: @Sendable (Reply) -> Reply = { _ in .response(404, body: answer) }
            // The feeds arrive, then another server answers each request for an article.
            var faults: [(@Sendable (Reply) -> Reply)?] = Array(repeating: fault, count: 31)
            faults[0] = nil
            setup.server.world.withLock { [faults] in $0.faults = faults }
            #expect(try await setup.sync()?.problem != nil)
            #expect(try setup.outgoing == 1)
        }
        setup.server.world.withLock { $0.faults = [] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.first?.isStarred == true)
        try setup.expectEqual()
    }
}
