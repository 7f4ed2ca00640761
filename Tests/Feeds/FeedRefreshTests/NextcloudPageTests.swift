import ArticleStorage
import FeedModel
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct NextcloudPageTests {
    @Test("After a reset a large library is listed by pages, and old marks reach the server")
    func largeLibrary() async throws {
        let setup = try await SyncSetup(.nextcloud, syncing: 1...2_200)
        for id in 1...2_200 { setup.server.change(id) { $0.isRead = true } }
        try await setup.sync()
        let store = setup.rig.store
        let marked = try #require(try setup.rows.last)
        try store.set(.starred(true), on: [marked.id])
        try store.resetAccount(store.accounts()[0].id)
        let before = setup.server.origin.requests.count
        #expect(try await setup.sync()?.problem == nil)
        let targets = setup.server.origin.requests.dropFirst(before).map(\.target)
        #expect(targets.count { $0.contains("batchSize=2001&") } == 2)
        #expect(try setup.outgoing == 0)
        #expect(setup.server.entries.count { $0.isStarred } == 1)
    }

    @Test("Marks that a gateway answers with a 404 page wait")
    func gateway() async throws {
        let setup = try await SyncSetup(.nextcloud, syncing: 1...3)
        try setup.rig.store.set(.starred(true), on: [setup.id(1)])
        let page: @Sendable (Reply) -> Reply = { _ in
            .response(404, fields: ["Content-Type": "text/html"], body: "<html>Not found</html>")
        }
        // Folders, feeds and the newest articles come before the marks.
        setup.server.world.withLock { $0.faults = [nil, nil, nil, page] }
        #expect(try await setup.sync()?.problem != nil)
        #expect(try setup.outgoing == 1)
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.outgoing == 0)
        try setup.expectEqual()
    }
}
