import FeedModel
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// Nextcloud lists changes by time, and the clock of a small server may be hours off after it starts.
@Suite struct NextcloudClockTests {
    private static let hours = 5 * 3_600_000_000

    @Test("Articles and marks arrive although the server's clock was ahead", arguments: [15, 60])
    func clockAhead(_ count: Int) async throws {
        let setup = try SyncSetup(.nextcloud)
        setup.server.world.withLock { $0.modified += Self.hours }
        setup.server.publish(1...30)
        try await setup.add()
        setup.server.world.withLock { $0.modified -= Self.hours }
        setup.server.publish(31...30 + count)
        #expect(try await setup.sync()?.newArticles == count)
        try setup.expectEqual()
        setup.server.change(3) { $0.isRead = true }
        try await setup.sync()
        setup.server.change(4) { $0.isStarred = true }
        setup.server.publish(200...200)
        try await setup.sync()
        try setup.expectEqual()
        setup.server.world.withLock { $0.modified += 2 * Self.hours }
        setup.server.publish(201...205)
        setup.server.change(5) { $0.isRead = true }
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual()
    }
}
