import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// The person's own tags, on servers with labels.
@Suite struct TagSyncTests {
    private func labels(_ setup: SyncSetup, _ number: Int) -> Set<String> {
        setup.server.entries.first { $0.id == number }?.labels ?? []
    }

    @Test("Tags added and removed here change the server's labels, and labels of new articles arrive as tags")
    func reader() async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...5)
        setup.server.change(2) { $0.labels = ["far away"] }
        try await setup.add()
        let store = setup.rig.store
        #expect(try store.ownTags(of: setup.id(2)) == ["far away"])
        #expect(try store.ownTags(of: setup.id(1)).isEmpty)
        try store.set(.tagged("sea & sky", true), on: [setup.id(1), setup.id(3)])
        try store.set(.tagged("far away", false), on: [setup.id(2)])
        #expect(try setup.outgoing == 3)
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1) == ["sea & sky"] && labels(setup, 3) == ["sea & sky"] && labels(setup, 2).isEmpty)
        #expect(try setup.outgoing == 0)
        try setup.expectEqual()
    }

    @Test("tt-rss gets only labels that it has; a tag without a label does not wait in the outbox")
    func tiny() async throws {
        let setup = try SyncSetup(.ttrss)
        setup.server.world.withLock { $0.labels = ["work", "sea"] }
        setup.server.publish(1...3)
        try await setup.add()
        try setup.rig.store.set(.tagged("sea", true), on: [setup.id(1)])
        try setup.rig.store.set(.tagged("unknown", true), on: [setup.id(1)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1) == ["sea"])
        #expect(try setup.outgoing == 0)
        try setup.rig.store.set(.tagged("sea", false), on: [setup.id(1)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1).isEmpty)
    }

    @Test(
        "A label that a person could not type here is a tag, which can be removed and added here",
        arguments: [ServerKind.greader, .ttrss],
        [
            ("Food, Drink", "Food Drink"), ("#sea", "sea"),
            (
                "Timetables of the ferries and of the night trains to the north",
                "Timetables of the ferries and of the night trains to the nor"
            ),
        ])
    func untypableLabel(_ kind: ServerKind, _ names: (label: String, tag: String)) async throws {
        let (label, tag) = names
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.labels = [label] }
        setup.server.publish(1...3)
        setup.server.change(1) { $0.labels = [label] }
        setup.server.change(3) { $0.labels = [label] }
        try await setup.add()
        #expect(try setup.rig.store.ownTags(of: setup.id(1)) == [tag])
        try setup.rig.store.set(.tagged(tag, false), on: [setup.id(1)])
        try setup.rig.store.set(.tagged(tag, true), on: [setup.id(2)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1).isEmpty && labels(setup, 2) == [label] && labels(setup, 3) == [label])
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.ownTags(of: setup.id(2)) == [tag])
        #expect(try setup.rig.store.ownTags(of: setup.id(1)).isEmpty)
    }

    @Test("Labels that become one tag are removed together, and the one with the tag's name is added")
    func labelsOfOneTag() async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...3)
        for number in [1, 3] { setup.server.change(number) { $0.labels = ["Food Drink", "Food, Drink"] } }
        try await setup.add()
        try setup.rig.store.set(.tagged("Food Drink", false), on: [setup.id(1)])
        try setup.rig.store.set(.tagged("Food Drink", true), on: [setup.id(2)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1).isEmpty && labels(setup, 2) == ["Food Drink"] && labels(setup, 3).count == 2)
    }

    @Test(
        "A label that was added here, and is removed elsewhere after the marks alone were sent, is removed here too",
        arguments: [ServerKind.greader, .ttrss])
    func removedElsewhereAfterPush(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.labels = ["sea"] }
        setup.server.publish(1...2)
        try await setup.add()
        try setup.rig.store.set(.tagged("sea", true), on: [setup.id(1), setup.id(2)])
        await setup.rig.service.pushMarks()
        #expect(labels(setup, 1) == ["sea"] && labels(setup, 2) == ["sea"])
        setup.server.change(1) { $0.labels = [] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.ownTags(of: setup.id(1)).isEmpty)
        #expect(try setup.rig.store.ownTags(of: setup.id(2)) == ["sea"])
    }

    /// Returns microseconds, as in the ids of FreshRSS.
    private func remoteID(_ number: Int, _ kind: ServerKind) -> String {
        String(kind == .greader ? 1_700_000_000_000_000 + number : number)
    }

    @Test("Labels that the server adds or removes later arrive here", arguments: [ServerKind.greader, .ttrss])
    func later(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.labels = ["far away", "sea"] }
        setup.server.publish(1...5)
        try await setup.add()
        let store = setup.rig.store
        try store.set(.tagged("mine", true), on: [setup.id(2)])
        if kind == .greader { setup.server.change(4) { $0.isRead = true } }
        setup.server.change(2) { $0.labels = ["far away", "sea"] }
        setup.server.change(4) { $0.labels = ["sea"] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try store.ownTags(of: setup.id(2)) == ["far away", "mine", "sea"])
        #expect(try store.ownTags(of: setup.id(4)) == ["sea"])
        setup.server.change(2) { $0.labels.remove("sea") }
        setup.server.change(4) { $0.labels = [] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try store.ownTags(of: setup.id(2)) == ["far away", "mine"])
        #expect(try store.ownTags(of: setup.id(4)).isEmpty)
    }

    @Test("All pages of a label are read, from servers with short pages")
    func pages() async throws {
        let setup = try await SyncSetup(.greader, as: .shortPages, syncing: 1...60)
        for number in 1...60 { setup.server.change(number) { $0.labels = ["sea"] } }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.ownTags(of: setup.id(60)) == ["sea"])
        #expect(try setup.rig.store.ownTags(of: setup.id(1)) == ["sea"])
    }

    @Test("A lost label is noticed even on a server whose last page has a continuation")
    func endlessContinuation() async throws {
        let setup = try SyncSetup(.greader, as: .endlessContinuation)
        setup.server.publish(1...3)
        for number in 1...3 { setup.server.change(number) { $0.labels = ["sea"] } }
        try await setup.add()
        setup.server.change(2) { $0.labels = [] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.ownTags(of: setup.id(1)) == ["sea"])
        #expect(try setup.rig.store.ownTags(of: setup.id(2)).isEmpty)
    }

    @Test(
        "A label that was added here, and is removed elsewhere before the next sync, is removed here too",
        arguments: [ServerKind.greader, .ttrss])
    func removedElsewhereAtOnce(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.labels = ["sea"] }
        setup.server.publish(1...2)
        setup.server.change(2) { $0.labels = ["sea"] }
        try await setup.add()
        let store = setup.rig.store
        try store.set(.tagged("sea", true), on: [setup.id(1)])
        try store.set(.tagged("sea", false), on: [setup.id(2)])
        #expect(try await setup.sync()?.problem == nil)
        setup.server.change(1) { $0.labels = [] }
        setup.server.change(2) { $0.labels = ["sea"] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try store.ownTags(of: setup.id(1)).isEmpty)
        #expect(try store.ownTags(of: setup.id(2)) == ["sea"])
    }

    @Test("A label that gets the same name as a folder keeps its tags")
    func sameNameAsFolder() async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...2)
        setup.server.change(1) { $0.labels = ["sea"] }
        try await setup.add()
        setup.server.world.withLock { $0.feeds[0].folder = "sea" }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.subscriptions().first?.folder == ["sea"])
        #expect(try setup.rig.store.ownTags(of: setup.id(1)) == ["sea"])
        #expect(try setup.rig.store.ownTags(of: setup.id(2)).isEmpty)
    }

    @Test("The server's list does not undo a waiting change of a tag", arguments: [ServerKind.greader, .ttrss])
    func waiting(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.labels = ["sea"] }
        setup.server.publish(1...2)
        setup.server.change(1) { $0.labels = ["sea"] }
        try await setup.add()
        let store = setup.rig.store
        #expect(try store.ownTags(of: setup.id(1)) == ["sea"])
        let (account, both) = (try #require(try store.accounts().first).id, (1...2).map { remoteID($0, kind) })
        try store.set(.tagged("sea", false), on: [setup.id(1)])
        let listed = RemoteLabel("sea", ids: Set(both), isComplete: true)
        _ = try store.apply([listed], to: account, sent: [], listed: Set(both), at: Date())
        #expect(try store.ownTags(of: setup.id(1)).isEmpty)
        #expect(try store.ownTags(of: setup.id(2)) == ["sea"])
        _ = try store.apply([], to: account, sent: [], listed: Set(both), at: Date())
        #expect(try store.ownTags(of: setup.id(2)).isEmpty)
        #expect(try setup.outgoing == 1)
    }

    @Test("A sync with tags requests the names of labels once, and again only after it has added one")
    func requestsForNames() async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...3)
        setup.server.change(3) { $0.labels = ["sea", "sky"] }
        try await setup.add()
        let usual = try await setup.requests { try await setup.sync() }
        try setup.rig.store.set(.tagged("sea", true), on: [setup.id(1)])
        try setup.rig.store.set(.tagged("sky", true), on: [setup.id(1)])
        // The tags themselves; the login has its token for changes already.
        let tagged = try await setup.requests { try await setup.sync() }
        #expect(labels(setup, 1) == ["sea", "sky"])
        try setup.rig.store.set(.tagged("new", true), on: [setup.id(1)])
        let lists = setup.server.origin.requests.count { $0.path.hasSuffix("tag/list") }
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.origin.requests.count { $0.path.hasSuffix("tag/list") } == lists + 2)
        #expect(labels(setup, 1) == ["new", "sea", "sky"])
        #expect(tagged == usual + 2)
    }

    @Test("A server that refuses labels gets all other marks, and the tags stay in the library")
    func refusing() async throws {
        let setup = try await SyncSetup(.greader, as: .withoutLabels, syncing: 1...3)
        let store = setup.rig.store
        try store.set(.tagged("sea", true), on: [setup.id(1)])
        try store.set(.read(true), on: [setup.id(2)])
        await setup.rig.service.pushMarks()
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.outgoing == 0)
        #expect(try store.ownTags(of: setup.id(1)) == ["sea"])
        #expect(setup.server.entries.first { $0.id == 2 }?.isRead == true)
    }

    @Test("A tag waits while the server fails at every request, and is sent later")
    func failing() async throws {
        let setup = try await SyncSetup(.greader, syncing: 1...3)
        try setup.rig.store.set(.tagged("sea", true), on: [setup.id(1)])
        let failure: @Sendable (Reply) -> Reply = { _ in .response(500) }
        // The requests for the feeds and for the check of ids succeed.
        setup.server.world.withLock { $0.faults = [nil, nil] + Array(repeating: failure, count: 4) }
        #expect(try await setup.sync()?.problem?.message.contains("500") == true)
        #expect(try setup.outgoing == 1)
        #expect(try await setup.sync()?.problem == nil)
        #expect(labels(setup, 1) == ["sea"])
    }

    @Test("Tags on servers without labels stay in the library", arguments: [ServerKind.miniflux, .fever, .nextcloud])
    func others(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        try setup.rig.store.set(.tagged("sea", true), on: [setup.id(1)])
        #expect(try setup.outgoing == 0)
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.rig.store.ownTags(of: setup.id(1)) == ["sea"])
    }
}
