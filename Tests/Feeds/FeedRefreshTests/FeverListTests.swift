import FeedModel
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct FeverListTests {
    @Test("A list of one id may be a number")
    func singleID() async throws {
        let setup = try SyncSetup(.fever)
        setup.server.publish(1...1)
        let number: @Sendable (Reply) -> Reply = { _ in
            .response(body: #"{"api_version":3,"auth":1,"unread_item_ids":1}"#)
        }
        // The third response follows the feeds and the groups.
        setup.server.world.withLock { $0.faults = [nil, nil, number] }
        let report = try await setup.add()
        #expect(report?.problem == nil && report?.newArticles == 1, "\(report as Any)")
        try setup.expectEqual()
    }
}
