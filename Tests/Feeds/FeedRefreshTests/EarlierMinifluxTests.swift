import ArticleStorage
import FeedModel
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// Miniflux before it had lists of ids and stars as values.
@Suite struct EarlierMinifluxTests {
    @Test("An earlier Miniflux is synced both ways", arguments: EarlierMiniflux.allCases)
    func bothWays(_ version: EarlierMiniflux) async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.world.withLock { $0.earlierMiniflux = version }
        setup.server.publish(1...620)
        setup.server.change(7) { ($0.isRead, $0.isStarred) = (true, true) }
        let report = try await setup.add()
        #expect(report?.problem == nil && report?.newArticles == 620)
        try setup.expectEqual()
        try setup.rig.store.set(.starred(true), on: [setup.id(3), setup.id(4)])
        try setup.rig.store.set(.starred(false), on: [setup.id(7)])
        try setup.rig.store.set(.read(true), on: [setup.id(5)])
        // Starred on both sides: no toggle removes the star.
        setup.server.change(3) { $0.isStarred = true }
        setup.server.change(600) { $0.isRead = true }
        setup.server.publish(621...630)
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual()
        #expect(setup.server.entries.filter(\.isStarred).map(\.id) == [3, 4])
        #expect(try setup.outgoing == 0)
    }

    @Test("Only articles that have changed are requested for their states", arguments: EarlierMiniflux.allCases)
    func changedStates(_ version: EarlierMiniflux) async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.world.withLock { $0.earlierMiniflux = version }
        setup.server.publish(1...620)
        try await setup.add()
        setup.pass(seconds: 3_600)
        setup.server.publish(621...622)
        #expect(try await setup.sync()?.problem == nil)
        for round in 1...2 {
            setup.pass(seconds: 3_600)
            setup.server.change(5) { ($0.isRead, $0.isStarred) = (round == 1, round == 1) }
            setup.server.change(620 - round) { $0.isRead = true }
            try setup.rig.store.set(.starred(round == 1), on: [setup.id(9)])
            setup.server.publish((620 + 10 * round)...(623 + 10 * round))
            let before = setup.server.origin.requests.count
            #expect(try await setup.sync()?.problem == nil)
            try setup.expectEqual()
            let requests = setup.server.origin.requests.dropFirst(before).map(\.target)
            let isList = requests.contains { $0.contains("status=unread&order=id&direction=desc") }
            #expect(isList == (version == .ignoringChangeTimes))
        }
    }

    @Test("All states are fetched if many articles have changed, and from time to time")
    func wholeLists() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.world.withLock { $0.earlierMiniflux = .refusingIDs }
        setup.server.publish(1...620)
        try await setup.add()
        try await setup.sync()
        setup.pass(seconds: 3_600)
        for id in 1...610 { setup.server.change(id) { $0.isRead = true } }
        try await setup.sync()
        try setup.expectEqual()
        // A state that changes without its time, as in a restored backup.
        setup.pass(seconds: 3_600)
        setup.server.publish(630...631)
        try await setup.sync()
        setup.server.world.withLock { $0.entries[615].isRead = true }
        for _ in 1...26 { try await setup.sync() }
        try setup.expectEqual()
    }

    @Test("A toggle whose response was lost is not repeated")
    func lostResponse() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.world.withLock { $0.earlierMiniflux = .refusingIDs }
        setup.server.publish(1...3)
        try await setup.add()
        try setup.rig.store.set(.starred(true), on: [setup.id(2)])
        for place in 0..<8 {
            setup.server.world.withLock { $0.faults = Array(repeating: nil, count: place) + [{ _ in .closed }] }
            try await setup.sync()
        }
        setup.server.world.withLock { $0.faults = [] }
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.filter(\.isStarred).map(\.id) == [2])
        #expect(try setup.outgoing == 0)
    }

    @Test("Marks of articles that the server has dropped are settled, and the others are sent")
    func droppedArticles() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.world.withLock { $0.earlierMiniflux = .refusingIDs }
        setup.server.publish(1...4)
        try await setup.add()
        try setup.rig.store.set(.read(true), on: [setup.id(2), setup.id(3)])
        try setup.rig.store.set(.starred(true), on: [setup.id(1), setup.id(2)])
        setup.server.world.withLock { $0.entries.removeAll { (2...3).contains($0.id) } }
        #expect(try await setup.sync()?.problem == nil)
        #expect(try setup.outgoing == 0)
        #expect(setup.server.entries.filter(\.isStarred).map(\.id) == [1])
    }

    @Test("If the list of ids fails, the server is not asked for all unread articles instead")
    func failingList() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        setup.server.origin.route("/v1/entries/ids", .response(500))
        #expect(try await setup.sync()?.problem != nil)
        #expect(!setup.server.origin.requests.contains { $0.target.contains("status=unread&order=id&direction=desc") })
    }
}

extension SyncSetup {
    /// Lets time pass on the server.
    fileprivate func pass(seconds: Int) {
        server.world.withLock { $0.modified += seconds * 1_000_000 }
    }
}
