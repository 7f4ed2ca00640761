import Foundation
import Testing

@testable import HTTPCache

@Suite("Two processes on one file")
struct SharedFileTests {
    /// The duration in seconds; a minute with `LEDE_LONG_TESTS`.
    private static let seconds = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == nil ? 3.0 : 60

    @Test("Two processes that are killed repeatedly leave no wrong body, no lost count and no lock")
    func hammered() async throws {
        let folder = try Folder()
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let replies = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask { (try? Self.hammer(folder.database, until: end)) ?? -1_000_000 }
            }
            return await group.reduce(0, +)
        }
        #expect(replies > 20)
        let start = ContinuousClock.now
        let cache = try folder.cache()
        cache.put("last", "last")
        cache.flush()
        #expect(ContinuousClock.now - start < .seconds(2), "no lock is held over")
        #expect(cache.text("last") == "last")
        #expect(cache.tally.misses >= replies, "each reply from the network was counted with its entry")
        for entry in cache.entries() where !entry.url.hasSuffix("last") {
            let name = entry.url.split(separator: "/").last.map(String.init) ?? ""
            let text = try #require(cache.text(name))
            #expect(text == String(repeating: name + " ", count: 1000 + (Int(name) ?? 0) * 300))
        }
        #expect(cache.diskUsage <= 64 << 20)
    }

    /// Starts the program repeatedly and kills it after a moment. On a busy machine most of them are killed before
    /// their first reply; then this continues after `end`, for a minute at most.
    ///
    /// - Returns: the number of replies from the network that the program reported; far below zero after a wrong body.
    private static func hammer(_ path: String, until end: Date) throws -> Int {
        var replies = 0
        while Date() < end || (replies < 20 && Date() < end + 60) {
            let process = Process()
            process.executableURL = CacheProgram.path
            process.arguments = ["hammer", path]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            usleep(UInt32.random(in: 20_000...400_000))
            kill(process.processIdentifier, SIGKILL)
            replies += output.fileHandleForReading.readDataToEndOfFile().count / 2
            process.waitUntilExit()
            if process.terminationReason == .exit { return -1_000_000 }
        }
        return replies
    }
}
