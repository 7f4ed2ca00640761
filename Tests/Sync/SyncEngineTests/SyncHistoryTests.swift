import FeedModel
import Foundation
import SeededNumbers
import Synchronization
import Testing

/// Random histories against a model server: other clients mark, articles arrive, calls fail before or after their
/// effect, backups are restored. At the end one complete sync makes both sides equal.
@Suite struct SyncHistoryTests {
    private static let seeds = Array(1...(ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1" ? 200 : 12))

    @Test("Both sides are equal after one complete sync", arguments: seeds, [true, false])
    func history(seed: Int, reportsChanges: Bool) async throws {
        var random = SplitMix(seed: seed)
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        // The last value from any client, in the order in which values can reach the server.
        var published = 0
        for _ in 1...60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                for _ in 0...Int.random(in: 0...4, using: &random) {
                    published += 1
                    rig.server.publish("a\(published)", in: Bool.random(using: &random) ? "f1" : "f2")
                }
            case 3...4 where published > 0:
                rig.server.mark("a\(Int.random(in: 1...published, using: &random))", Self.mark(&random))
            case 5...7 where published > 0:
                try rig.mark("a\(Int.random(in: 1...published, using: &random))", Self.mark(&random))
            default:
                let fault = Int.random(in: 0...9, using: &random)
                let isLate = Bool.random(using: &random)
                rig.server.world.withLock {
                    $0.faultIn = fault
                    $0.isFaultLate = isLate
                }
                _ = try? await rig.sync()
                rig.server.world.withLock { $0.faultIn = nil }
            }
        }
        try await rig.sync()
        #expect(try rig.states == rig.server.states)
        #expect(try rig.outgoing == 0)
    }

    @Test(
        "A failure of any call, in a first or later sync, loses nothing and duplicates nothing",
        arguments: [true, false], [true, false])
    func eachCall(reportsChanges: Bool, isLate: Bool) async throws {
        for call in 0..<14 {
            let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
            for number in 1...8 { rig.server.publish("a\(number)", in: number % 2 == 0 ? "f1" : "f2") }
            rig.server.mark("a8", .read(true))
            try await Self.broken(at: call, isLate, rig)
            try await rig.sync()
            #expect(try rig.states == rig.server.states)
            rig.server.publish("a9")
            for number in 1...6 { try rig.mark("a\(number)", .read(true)) }
            try rig.mark("a1", .starred(true))
            rig.server.mark("a7", .starred(true))
            try await Self.broken(at: call, isLate, rig)
            try await rig.sync()
            #expect(try rig.states == rig.server.states)
            #expect(try rig.outgoing == 0)
            #expect(rig.server.states["a1"] == [true, true] && rig.server.states["a7"] == [false, true])
        }
    }

    private static func broken(at call: Int, _ isLate: Bool, _ rig: SyncRig) async throws {
        rig.server.world.withLock {
            $0.faultIn = call
            $0.isFaultLate = isLate
        }
        _ = try? await rig.sync()
        rig.server.world.withLock { $0.faultIn = nil }
    }

    private static func mark(_ random: inout SplitMix) -> Mark {
        let value = Bool.random(using: &random)
        return Bool.random(using: &random) ? .read(value) : .starred(value)
    }
}
