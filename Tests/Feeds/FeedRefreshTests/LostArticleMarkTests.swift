import ArticleStorage
import FeedModel
import FeedRefresh
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

/// Marks of articles that the server has deleted meanwhile.
@Suite struct LostArticleMarkTests {
    @Test("A mark that Fever refuses because its article is gone does not hold up the following marks")
    func fever() async throws {
        let setup = try await SyncSetup(.fever, syncing: 1...5)
        let store = setup.rig.store
        setup.server.world.withLock { $0.refusesMarksOfMissing = true }
        try store.set(.read(true), on: [setup.id(2)])
        try store.set(.read(true), on: [setup.id(3)])
        setup.server.world.withLock { $0.entries.removeAll { $0.id == 2 } }
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.first { $0.id == 3 }?.isRead == true)
        #expect(try setup.outgoing == 0)
    }

    @Test("A Fever server that refuses the mark of an article that it has is reported, and the mark waits")
    func refused() async throws {
        let setup = try await SyncSetup(.fever, syncing: 1...2)
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        // The feeds, the groups and the check of ids succeed.
        setup.server.world.withLock { $0.faults = [nil, nil, nil, { _ in .response(500) }] }
        #expect(try await setup.sync()?.problem?.message.contains("500") == true)
        #expect(try setup.outgoing == 1)
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.first?.isRead == true)
    }

    @Test("The tags of an article that the server has deleted stay here, and are asked for once")
    func tagsOfLostArticle() async throws {
        let setup = try SyncSetup(.ttrss)
        setup.server.world.withLock { $0.labels = ["sea"] }
        setup.server.publish(1...205)
        for number in 1...2 {
            setup.server.change(number) { entry in
                entry.isRead = true
                entry.labels = ["sea"]
            }
        }
        try await setup.add()
        let (lost, other) = (try setup.id(1), try setup.id(2))
        #expect(try setup.rig.store.ownTags(of: lost) == ["sea"])
        // tt-rss deletes old read articles, and lists only the newest ones.
        setup.server.world.withLock { $0.entries.removeAll { $0.id == 1 } }
        setup.server.change(2) { $0.labels = [] }
        let once = try await setup.requests { try await setup.sync() }
        let again = try await setup.requests { try await setup.sync() }
        #expect(again == once - 1)
        #expect(try setup.rig.store.ownTags(of: lost) == ["sea"])
        #expect(try setup.rig.store.ownTags(of: other).isEmpty)
    }

    @Test("A label reaches the articles that tt-rss still has, and stays here on one that it has deleted")
    func label() async throws {
        let setup = try SyncSetup(.ttrss)
        setup.server.world.withLock { $0.labels = ["sea"] }
        setup.server.publish(1...205)
        try await setup.add()
        let store = setup.rig.store
        try store.set(.read(true), on: [setup.id(1)])
        #expect(try await setup.sync()?.problem == nil)
        let (lost, other) = (try setup.id(1), try setup.id(2))
        try store.set(.tagged("sea", true), on: [lost, other])
        setup.server.world.withLock { $0.entries.removeAll { $0.id == 1 } }
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.first { $0.id == 2 }?.labels == ["sea"])
        #expect(try setup.outgoing == 0)
        #expect(try await setup.sync()?.problem == nil)
        #expect(try store.ownTags(of: lost) == ["sea"])
        #expect(try store.ownTags(of: other) == ["sea"])
    }
}
