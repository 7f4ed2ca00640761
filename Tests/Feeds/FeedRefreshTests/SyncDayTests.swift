import ArticleStorage
import FeedModel
import Foundation
import ScriptedServers
import SeededNumbers
import Synchronization
import Testing

@testable import FeedRefresh

/// A day on which two libraries and the server's own page all set marks, over a connection on which half of the
/// requests fail.
@Suite struct SyncDayTests {
    private static let steps = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1" ? 1_000 : 60

    @Test("At the end of the day both libraries equal the server", arguments: SyncServerTests.kinds)
    func day(_ kind: ServerKind) async throws {
        let one = try SyncSetup(kind)
        let two = try SyncSetup(beside: one)
        let server = one.server
        var random = SplitMix(seed: 20)
        var published = 40
        server.publish(1...published)
        try await one.add()
        try await two.add()
        server.world.withLock { $0.failing = 0.5 }
        for _ in 1...Self.steps {
            let article = Int.random(in: 1...published, using: &random)
            let value = Bool.random(using: &random)
            let isStar = Int.random(in: 0..<3, using: &random) == 0
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let count = Int.random(in: 1...4, using: &random)
                server.publish(published + 1...published + count)
                published += count
            case 1...2:
                server.change(article) { entry in
                    if isStar { entry.isStarred = value } else { entry.isRead = value }
                }
            case 3...6:
                let setup = Bool.random(using: &random) ? one : two
                guard let row = try setup.rows.first(where: { $0.title == "Article \(article)" }) else { continue }
                try setup.rig.store.set(isStar ? .starred(value) : .read(value), on: [row.id])
            default: try await (Bool.random(using: &random) ? one : two).sync()
            }
        }
        server.world.withLock { $0.failing = 0 }
        for setup in [one, two, one, two] { #expect(try await setup.sync()?.problem == nil) }
        try one.expectEqual("the first library")
        try two.expectEqual("the second library")
        #expect(try one.outgoing == 0 && two.outgoing == 0)
    }
}
