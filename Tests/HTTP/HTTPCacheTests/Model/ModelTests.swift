import Foundation
import SeededNumbers
import Testing

@testable import HTTPCache

@Suite("Random histories against a reference model of RFC 9111")
struct ModelTests {
    /// Histories for each seed (default 1000); `LEDE_HISTORIES` sets another number for a long run by hand.
    private static let count = ProcessInfo.processInfo.environment["LEDE_HISTORIES"].flatMap { Int($0) } ?? 1_000

    @Test(
        "The library does everything that the model demands and nothing that it forbids",
        arguments: [1, UInt64.random(in: 2 ... .max)])
    func histories(_ seed: UInt64) async throws {
        print("histories of seed \(seed): \(Self.count)")
        var random = SplitMix(seed: seed)
        for _ in 0..<Self.count {
            let history = History.random(&random)
            guard let fault = try await ModelPlayer.play(history) else { continue }
            let shortest = try await Self.shrunk(history)
            let shortFault = try await ModelPlayer.play(shortest) ?? fault
            Issue.record(
                "\(shortFault)\nseed \(seed); a test of its own:\n#expect(try await ModelPlayer.play(\(shortest)) == nil)"
            )
            return
        }
    }

    /// Reproduces the fault in as few steps as possible by leaving steps out.
    private static func shrunk(_ history: History) async throws -> History {
        var shortest = history
        var size = history.steps.count / 2
        while size > 0 {
            var start = 0
            while start < shortest.steps.count {
                var candidate = shortest
                candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
                if try await ModelPlayer.play(candidate) != nil { shortest = candidate } else { start += size }
            }
            size /= 2
        }
        return shortest
    }

    @Test("§5.2.1.7: only-if-cached sends no request, even under reloadRevalidatingCacheData")
    func onlyIfCached() async throws {
        let history = History(
            steps: [
                .origin(.init(cacheControl: "max-age=60")), .ask(.init()),
                .ask(.init(policy: .reloadRevalidatingCacheData, cacheControl: "only-if-cached")),
            ], clients: 1, isOnDisk: false, heuristics: false)
        #expect(try await ModelPlayer.play(history) == nil)
    }

    @Test("A history prints as the Swift expression that repeats it")
    func printing() async throws {
        let history = History(
            steps: [
                .origin(.init(cacheControl: "max-age=5", modified: nil)), .ask(.init()), .advance(6.0),
                .line(isUp: false),
                .ask(.init(cacheControl: "max-stale=5")), .kill(0),
            ], clients: 1, isOnDisk: true, heuristics: false)
        #expect(try await ModelPlayer.play(history) == nil)
        #expect(history.description.contains(".ask(.init(client: 0, path: 0, method: \"GET\", "))
        #expect(history.description.contains(".kill(0),\n    ], clients: 1, isOnDisk: true, heuristics: false)"))
    }
}
