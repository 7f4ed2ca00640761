import Foundation
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Durability: a delivered reply is stored")
struct DurabilityTests {
    @Test("A program that makes requests and ends leaves its entries stored", arguments: ["exit", "kill"])
    func endedProgram(_ end: String) throws {
        let folder = try Folder()
        let urls = try CacheProgram.run(["reply", folder.database, "40", end])
        #expect(urls.count == 40)
        let stored = Set(try folder.cache().entries().map(\.url))
        #expect(urls.filter { !stored.contains($0) } == [])
        #expect(try folder.cache().tally.misses == 40)
    }

    @Test("A streamed reply is stored once its body was read to the end", arguments: ["exit", "kill"])
    func streamed(_ end: String) throws {
        let folder = try Folder()
        let urls = try CacheProgram.run(["stream", folder.database, "10", end])
        let stored = Set(try folder.cache().entries().map(\.url))
        #expect(urls.count == 10 && urls.allSatisfy(stored.contains))
    }

    @Test("A 304 and an invalidation are in the file when their reply is delivered")
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

    @Test("A hundred concurrent replies share transactions, and each is stored when it is delivered")
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

    @Test("A write lock that another process holds forever delays a reply by at most one second")
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

    @Test("A file is opened and read while another process holds its write lock", arguments: [true, false])
    func openedUnderLock(_ hasLog: Bool) async throws {
        let folder = try Folder()
        let first = try folder.cache()
        first.put("a", "one")
        first.flush()
        // The last connection that closes empties the log, which the next one has to fill.
        let kept = hasLog ? first : nil
        defer { withExtendedLifetime(kept) {} }
        let holder = try LockHolder(folder.database)
        let opened = Result { try folder.cache() }
        if hasLog { #expect(try opened.get().text("a") == "one") }
        try holder.release()
        #expect(try folder.cache().text("a") == "one")
    }

    @Test(
        "A client that does not wait for commits gets replies while another process holds the lock, and loses none",
        arguments: [false, true])
    func withoutCommit(_ streamsBody: Bool) async throws {
        let folder = try Folder()
        let cache = try folder.cache()
        var settings = CacheSettings()
        settings.awaitsCommit = false
        let client = CachingClient(
            cache: cache, transport: ScriptedTransport(.cacheControl("max-age=60")), settings: settings)
        let holder = try LockHolder(folder.database)
        let start = ContinuousClock.now
        for index in 0..<10 {
            var request = CacheRequest(url: "http://h.test/\(index)")
            request.streamsBody = streamsBody
            _ = try await client.response(for: request).body()
        }
        // Waiting ten times for the lock would take ten seconds.
        #expect(ContinuousClock.now - start < .seconds(5))
        try holder.release()
        cache.flush()
        #expect(try folder.cache().entries().count == 10)
    }

    @Test("Deleting the file reports whether it stays because another process is replacing it")
    func deletionUnderLock() throws {
        let folder = try Folder()
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        SystemCalls.locking(folder.database + ".lock", timeout: .seconds(1)) {
            #expect(!ResponseCache.deleteFile(at: folder.database))
        }
        #expect(try folder.cache().entries().count == 1)
        #expect(ResponseCache.deleteFile(at: folder.database))
        #expect(try folder.cache().entries().isEmpty)
    }

    @Test("Removing entries reports whether they stay because another process holds the write lock")
    func removalUnderLock() throws {
        let folder = try Folder()
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        let holder = try LockHolder(folder.database)
        #expect(!cache.removeAll())
        #expect(!cache.removeUnused(since: .distantFuture))
        #expect(!cache.hasUnwrittenChanges)
        cache.remove(for: CacheRequest(url: "http://h.test/a"))
        cache.flush()
        #expect(cache.hasUnwrittenChanges)
        #expect(try folder.cache().entries().count == 1)
        try holder.release()
        cache.flush()
        #expect(!cache.hasUnwrittenChanges)
        #expect(cache.removeAll() && cache.removeAll(since: .distantPast))
        #expect(try folder.cache().entries().isEmpty)
    }

    @Test("Recorded uses reach the file even without another change")
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

    @Test("Only the owner can read the cache's files, even files made with another mode")
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

    @Test("Only the owner can access a folder that the cache creates, and the folders created above it")
    func privateFolder() throws {
        let folder = try Folder()
        let outer = folder.path + "/outer"
        _ = try ResponseCache(ResponseCache.Configuration(path: outer + "/cache/cache.sqlite"))
        for path in [outer, outer + "/cache"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700, "\(path)")
        }
    }

    private func modes(_ folder: Folder) -> [Int] {
        ["", "-wal", "-shm"].map { suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.database + suffix)
            return (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
    }
}
