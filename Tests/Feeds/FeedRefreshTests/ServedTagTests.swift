import ArticleStorage
import FeedModel
import Synchronization
import Testing

@testable import FeedRefresh

/// The person's own tags, on a since-id server.
@Suite struct ServedTagTests: AccountTests {
    let rig: ServiceRig
    let hub: ScriptedHub

    init() throws {
        rig = try ServiceRig()
        hub = ScriptedHub(on: rig.origin)
    }

    private func tags(_ number: Int) throws -> [String] {
        try rig.store.ownTags(of: id(number))
    }

    private func servedTags(_ number: Int) -> Set<String>? {
        hub.entries.first { $0.id == "urn:a:\(number)" }?.tags
    }

    private func outgoing() throws -> Int? {
        try rig.store.accounts().first?.outgoingCount
    }

    @Test("Tags are synced in both directions, and a tag that the server removes is removed here, too")
    func bothWays() async throws {
        hub.publish(1...3)
        hub.change(2) { $0.tags = ["far away"] }
        try await add()
        #expect(try tags(2) == ["far away"] && tags(1).isEmpty)
        try rig.store.set(.tagged("sea & sky", true), on: [id(1), id(2)])
        try rig.store.set(.tagged("far away", false), on: [id(2)])
        #expect(try outgoing() == 3)
        #expect(try await sync().failures.isEmpty)
        #expect(servedTags(1) == ["sea & sky"] && servedTags(2) == ["sea & sky"])
        #expect(try outgoing() == 0)
        hub.change(1) { $0.tags = ["work"] }
        #expect(try await sync().failures.isEmpty)
        #expect(try tags(1) == ["work"] && tags(2) == ["sea & sky"])
        #expect(try outgoing() == 0)
    }

    @Test("A tag that was added here, and is removed elsewhere after the marks alone were sent, is removed here too")
    func removedElsewhereAfterPush() async throws {
        hub.publish(1...2)
        try await add()
        try rig.store.set(.tagged("sea", true), on: [id(1), id(2)])
        await rig.service.pushMarks()
        #expect(servedTags(1) == ["sea"] && servedTags(2) == ["sea"])
        hub.change(1) { $0.tags = [] }
        #expect(try await sync().failures.isEmpty)
        #expect(try tags(1).isEmpty && tags(2) == ["sea"])
    }

    @Test("Changes of tags on both sides are merged")
    func merged() async throws {
        hub.publish(1...2)
        hub.change(1) { $0.tags = ["sea"] }
        try await add()
        try rig.store.set(.tagged("sea", false), on: [id(1)])
        try rig.store.set(.tagged("mine", true), on: [id(1)])
        hub.change(1) { $0.tags = ["sea", "theirs"] }
        #expect(try await sync().failures.isEmpty)
        #expect(try tags(1) == ["mine", "theirs"])
        #expect(servedTags(1) == ["mine", "theirs"])
    }

    @Test("A server without tags gets all other marks, and the tags stay in the library")
    func earlierServer() async throws {
        hub.log.withLock { $0.hasTags = false }
        hub.publish(1...2)
        try await add()
        try rig.store.set(.tagged("sea", true), on: [id(1)])
        #expect(try await sync().failures.isEmpty)
        try rig.store.set(.starred(true), on: [id(1)])
        #expect(try await sync().failures.isEmpty)
        #expect(try outgoing() == 0 && tags(1) == ["sea"])
        #expect(hub.entries.contains { $0.id == "urn:a:1" && $0.isStarred })
    }

    @Test("Tags of both sides stay when the server numbers its positions again")
    func reset() async throws {
        hub.publish(1...2)
        try await add()
        try rig.store.set(.tagged("sea", true), on: [id(1)])
        #expect(try await sync().failures.isEmpty)
        hub.change(1) { $0.tags = [] }
        hub.change(2) { $0.tags = ["work"] }
        hub.reset(epoch: "e2")
        #expect(try await sync().failures.isEmpty)
        #expect(try await sync().failures.isEmpty)
        #expect(try tags(1) == ["sea"] && tags(2) == ["work"])
        #expect(servedTags(1) == ["sea"])
    }
}
