import ArticleStorage
import FeedModel
import FeedRules
import Foundation
import ScriptedServers
import Testing

@testable import FeedRefresh

/// Rules that mark new articles, in accounts on servers.
@Suite struct ArrivalRuleSyncTests {
    private func setup(_ kind: ServerKind, _ title: String, _ marks: ArrivalMarks) throws -> SyncSetup {
        let setup = try SyncSetup(kind)
        let rule = ArrivalRule(ArticleRule([try .init(.title, title)]), marks: marks)
        try setup.rig.store.enforce(RuleSet(arrivals: [rule]), at: setup.rig.now)
        return setup
    }

    private func ids(_ setup: SyncSetup, _ condition: (ScriptedSyncServer.Entry) -> Bool) -> [Int] {
        setup.server.entries.filter(condition).map(\.id)
    }

    @Test(
        "The marks that rules give new articles are sent to their server; articles read there stay unchanged",
        arguments: SyncServerTests.kinds)
    func marks(_ kind: ServerKind) async throws {
        let setup = try setup(kind, "Article [246]$", ArrivalMarks(isRead: true, isStarred: true))
        setup.server.publish(1...4)
        setup.server.change(4) { $0.isRead = true }
        try await setup.add()
        #expect(try await setup.sync()?.problem == nil)
        #expect(ids(setup, \.isStarred) == [2] && ids(setup, \.isRead) == [2, 4])
        try setup.expectEqual("after the first sync")
        setup.server.publish(5...6)
        #expect(try await setup.sync()?.problem == nil)
        #expect(ids(setup, \.isStarred) == [2, 6] && ids(setup, \.isRead) == [2, 4, 6])
        #expect(try setup.outgoing == 0)
        // A mark that the person changes on the server stays changed.
        setup.server.change(6) { $0.isRead = false }
        #expect(try await setup.sync()?.problem == nil)
        #expect(ids(setup, \.isRead) == [2, 4])
        try setup.expectEqual("after a change on the server")
    }

    @Test("A tag that a rule gives becomes a label of the server")
    func tags() async throws {
        let setup = try setup(.greader, "Article 2$", ArrivalMarks(tags: ["sea"]))
        setup.server.publish(1...3)
        try await setup.add()
        #expect(try await setup.sync()?.problem == nil)
        #expect(ids(setup) { $0.labels == ["sea"] } == [2] && ids(setup) { $0.labels.isEmpty } == [1, 3])
        #expect(try setup.rig.store.ownTags(of: setup.id(2)) == ["sea"])
        #expect(try setup.outgoing == 0)
    }
}
