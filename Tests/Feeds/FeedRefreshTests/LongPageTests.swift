import FeedModel
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// Servers whose articles are so long that a page of the usual number exceeds the longest response.
@Suite struct LongPageTests {
    private static func shorten(_ settings: inout FeedServiceSettings) { settings.accountBytes = 60_000 }

    private static func lengthen(_ ids: ClosedRange<Int>, on setup: SyncSetup) {
        let html = "<p>" + String(repeating: "x", count: 2_000) + "</p>"
        for id in ids { setup.server.change(id) { $0.html = html } }
    }

    @Test(
        "New articles arrive in shorter pages if a page of them is too large, and no mark is lost",
        arguments: SyncServerTests.kinds)
    func laterSync(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, adjust: Self.shorten, syncing: 1...30)
        setup.server.publish(31...200)
        Self.lengthen(31...200, on: setup)
        setup.server.change(5) { $0.isRead = true }
        setup.server.change(6) { $0.isStarred = true }
        let report = try await setup.sync()
        #expect(report?.problem == nil && report?.newArticles == 170)
        try setup.expectEqual()
        setup.server.change(7) { $0.isRead = true }
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual()
    }

    @Test("A first sync fetches every unread and starred article in shorter pages", arguments: SyncServerTests.kinds)
    func firstSync(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind, adjust: Self.shorten)
        setup.server.publish(1...250)
        Self.lengthen(1...250, on: setup)
        setup.server.change(5) { ($0.isRead, $0.isStarred) = (true, true) }
        setup.server.change(6) { $0.isStarred = true }
        let report = try await setup.add()
        #expect(report?.problem == nil)
        try setup.expectEqual()
    }

    @Test(
        "A first sync fetches every article in shorter pages if a gateway times out on long ones",
        arguments: SyncServerTests.kinds.filter { $0 != .fever })
    func gateway(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.publish(1...250)
        Self.lengthen(1...250, on: setup)
        let timeout: @Sendable (Reply) -> Reply = { $0.isLong ? .response(504) : $0 }
        setup.server.world.withLock { $0.faults = Array(repeating: timeout, count: 1_000) }
        #expect(try await setup.add()?.problem == nil)
        try setup.expectEqual()
    }

    @Test("Fever's lists of ids are requested once, not with each shorter page")
    func listsOnce() async throws {
        let setup = try await SyncSetup(.fever, adjust: Self.shorten, syncing: 1...30)
        setup.server.publish(31...200)
        Self.lengthen(31...200, on: setup)
        let before = setup.server.origin.requests.count
        #expect(try await setup.sync()?.newArticles == 170)
        let requests = setup.server.origin.requests.dropFirst(before)
        #expect(requests.count { $0.target.contains("with_ids") } > 10)
        // The other one compares the marks.
        #expect(requests.count { $0.target.contains("unread_item_ids") } == 2)
    }

    @Test("A single article that is too large is named", arguments: SyncServerTests.kinds)
    func longArticle(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind) { $0.accountBytes = 1_500 }
        setup.server.publish(1...1)
        Self.lengthen(1...1, on: setup)
        let report = try await setup.add()
        #expect(report?.problem?.message.contains("larger than") == true)
    }
}

extension Reply {
    fileprivate var isLong: Bool {
        steps.contains { step in
            if case .body(let bytes) = step { bytes.count > 60_000 } else { false }
        }
    }
}
