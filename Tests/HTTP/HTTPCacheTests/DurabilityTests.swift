import Foundation
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Durability: a reply that was handed out is stored")
struct DurabilityTests {
    @Test("a program that makes requests and ends leaves their entries behind", arguments: ["exit", "kill"])
    func endedProgram(_ end: String) throws {
        let folder = try Folder()
        let urls = try CacheProgram.run(["reply", folder.database, "40", end])
        #expect(urls.count == 40)
        let stored = Set(try folder.cache().entries().map(\.url))
        #expect(urls.filter { !stored.contains($0) } == [])
        #expect(try folder.cache().tally.misses == 40)
    }

    @Test("a streamed reply is stored once its body was read to the end", arguments: ["exit", "kill"])
    func streamed(_ end: String) throws {
        let folder = try Folder()
        let urls = try CacheProgram.run(["stream", folder.database, "10", end])
        let stored = Set(try folder.cache().entries().map(\.url))
        #expect(urls.count == 10 && urls.allSatisfy(stored.contains))
    }

    @Test("a 304 and an invalidation are in the file when their reply is handed out")
    func updates() async throws {
        let folder = try Folder()
        let bench = Workbench(
            ScriptedTransport(inOrder: [
                .ok([("ETag", "\"1\"")], "kept"), .status(304, [("X-New", "2")]), .status(204),
            ]), cache: try folder.cache())
        try await bench.get()
        try await bench.get()
        #expect(try folder.cache().entries().first?.head.headerFields[HTTPField.Name("X-New")!] == "2")
        try await bench.get(method: .delete)
        #expect(try folder.cache().entries().isEmpty)
    }

    @Test("a hundred replies at once share transactions, and each is stored when it is handed out")
    func grouped() async throws {
        let folder = try Folder()
        let cache = try folder.cache()
        let reader = try folder.cache()
        let bench = Workbench(ScriptedTransport(.cacheControl("max-age=60")), cache: cache)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<100 {
                group.addTask {
                    try await bench.get("http://h.test/\(index)")
                    return reader.text("\(index)") != nil
                }
            }
            for try await isStored in group { #expect(isStored) }
        }
        let transactions = try #require(cache.disk?.serial)
        #expect(transactions < 100)
    }

    @Test("a write lock that another process never releases delays a reply by a second at most")
    func foreignLock() async throws {
        let folder = try Folder()
        let cache = try folder.cache()
        let bench = Workbench(ScriptedTransport(.cacheControl("max-age=60")), cache: cache)
        let holder = try LockHolder(folder.database)
        let start = ContinuousClock.now
        try await bench.get()
        let time = ContinuousClock.now - start
        #expect(time > .milliseconds(900) && time < .seconds(4))
        #expect(try await bench.get().source == .cache)
        try holder.release()
        cache.flush()
        #expect(try folder.cache().entries().count == 1)
    }

    @Test("uses reach the file without any other change")
    func uses() async throws {
        let folder = try Folder()
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        let stored = try #require(cache.entries().first).usedAt
        for _ in 0..<3 { #expect(cache.text("a") == "one") }
        cache.flush()
        #expect(try #require(cache.entries().first).usedAt > stored)
    }

    @Test("the cache's files can be read by their owner alone, also those that were made with another mode")
    func privateFiles() throws {
        let folder = try Folder()
        var cache: ResponseCache? = try folder.cache()
        #expect(modes(folder) == [0o600, 0o600, 0o600])
        cache = nil
        chmod(folder.database, 0o644)
        cache = try folder.cache()
        cache?.put("a", "one")
        cache?.flush()
        #expect(modes(folder) == [0o600, 0o600, 0o600])
    }

    private func modes(_ folder: Folder) -> [Int] {
        ["", "-wal", "-shm"].map { suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.database + suffix)
            return (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
    }
}
