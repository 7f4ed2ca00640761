import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("ResponseCache: tiers and control")
struct ResponseCacheTests {
    @Test("A flushed entry outlives its cache object, with its user information and fields")
    func survives() throws {
        let folder = try Folder()
        let first = try folder.cache()
        first.put("a", "one")
        first.flush()
        let second = try folder.cache()
        let response = second.cachedResponse(for: CacheRequest(url: "http://h.test/a"))
        #expect(response?.userInfo == ["name": "a"] && response?.head.headerFields[.cacheControl] == "max-age=600")
        #expect(second.text("a") == "one")
    }

    @Test("An entry that is not written yet can be read")
    func writeBehind() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let cache = try folder.cache()
        for index in 0..<200 {
            cache.put("\(index)", "body \(index)")
            #expect(cache.text("\(index)") == "body \(index)")
        }
        cache.put("7", "other")
        #expect(cache.text("7") == "other")
        cache.remove(for: CacheRequest(url: "http://h.test/7"))
        #expect(cache.text("7") == nil)
        cache.flush()
        #expect(cache.text("7") == nil && cache.entries().count == 199)
    }

    @Test("Two caches on one file see each other's entries and removals")
    func twoCaches() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(), try folder.cache())
        one.put("a", "one")
        one.flush()
        #expect(two.text("a") == "one")
        two.remove(for: CacheRequest(url: "http://h.test/a"))
        two.flush()
        #expect(one.text("a") == nil)
    }

    @Test("A change by another process replaces the entry in memory")
    func foreignChanges() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(memory: 1 << 20), try folder.cache(memory: 1 << 20))
        one.put("a", "one")
        one.flush()
        #expect(one.text("a") == "one" && two.text("a") == "one")
        two.remove(for: CacheRequest(url: "http://h.test/a"))
        two.flush()
        #expect(one.text("a") == nil)
        two.put("a", "two")
        two.flush()
        #expect(one.text("a") == "two")
        for number in 0..<20 {
            two.put("a", "\(number)")
            two.flush()
            #expect(one.text("a") == "\(number)")
        }
    }

    @Test("A change by another process is noticed while this one's own change waits")
    func foreignChangesMeanwhile() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(memory: 1 << 20), try folder.cache(memory: 1 << 20))
        one.put("a", "one")
        one.flush()
        #expect(one.text("a") == "one")
        for number in 0..<20 {
            one.put("own \(number)", "waits")
            two.put("a", "\(number)")
            two.flush()
            #expect(one.text("a") == "\(number)")
        }
    }

    @Test("A cache that has only read also notices changes")
    func foreignChangeAfterReading() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(), try folder.cache(memory: 1 << 20))
        one.put("a", "one")
        one.flush()
        #expect(two.text("a") == "one" && two.memoryUsage > 0)
        one.put("a", "two")
        one.flush()
        #expect(two.text("a") == "two")
    }

    @Test("Prepared heads stay in memory until a process changes the store")
    func prepared() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(memory: 1 << 20), try folder.cache(memory: 1 << 20))
        let urls = (0..<3).map { "http://h.test/\($0)" }
        for index in 0..<3 { one.put("\(index)", "body \(index)") }
        one.flush()
        two.prepare(for: urls + ["http://h.test/none", "no address"])
        #expect(two.memoryUsage == 3 * 1024)
        #expect((0..<3).map { two.text("\($0)") } == ["body 0", "body 1", "body 2"])
        two.put("1", "other")
        two.prepare(for: urls)
        #expect(two.text("1") == "other")
        two.flush()
        two.relieveMemoryPressure()
        two.prepare(for: urls)
        one.remove(for: CacheRequest(url: urls[2]))
        one.flush()
        #expect(two.text("2") == nil && two.text("0") == "body 0")
    }

    @Test("A body read from the disk before another process's change is not kept in memory after it")
    func overtakenByAnotherProcess() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(memory: 1 << 20), try folder.cache())
        for name in ["a", "b"] { two.put(name, "old") }
        two.flush()
        #expect(one.text("b") == "old")
        let key = try #require(CacheRequest(url: "http://h.test/a").key)
        let selection = one.select(key, [:], wantsBody: true)
        let stored = try #require(selection.best)
        two.put("a", "new")
        two.flush()
        #expect(one.text("b") == "old", "the change is noticed here")
        #expect(one.body(of: stored, in: selection).map { String(decoding: $0, as: UTF8.self) } == "old")
        #expect(one.text("a") == "new")
    }

    @Test("A read does not wait for a write, not even by another process")
    func readsDuringWrite() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        try DatabaseQueue(path: folder.database).writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            #expect(cache.text("a") == "one")
            cache.put("b", "two")
            #expect(cache.text("b") == "two")
            try database.execute(sql: "ROLLBACK")
        }
        cache.flush()
        #expect(cache.text("b") == "two")
    }

    @Test("New capacities apply at once; the least recently used entry is removed first")
    func eviction() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let cache = try folder.cache(memory: 40_000, disk: 1 << 20)
        let body = String(repeating: "x", count: 4000)
        for index in 0..<100 { cache.put("\(index)", body) }
        #expect(cache.memoryUsage <= 40_000 && cache.memoryUsage > 30_000)
        cache.flush()
        #expect(cache.diskUsage > 400_000)
        #expect(cache.text("0") == body)
        cache.flush()
        cache.diskCapacity = 400_000
        #expect(cache.diskUsage <= 400_000)
        cache.memoryCapacity = 0
        #expect(cache.memoryUsage == 0)
        #expect(cache.text("0") == body && cache.text("1") == nil && cache.text("99") == body)
        cache.diskCapacity = 0
        #expect(cache.diskUsage < 150_000 && cache.entries().isEmpty)
        cache.put("z", "z")
        cache.flush()
        #expect(cache.text("z") == nil)
    }

    @Test("The folders above a file are created, for their owner only; if that fails, the reason is reported")
    func folders() throws {
        let folder = try Folder()
        let parent = folder.path + "/one/two"
        try ResponseCache(.init(path: parent + "/cache.sqlite")).flush()
        let mode = try FileManager.default.attributesOfItem(atPath: parent)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        // No process may create a folder here.
        let path = "/sys/one/two/cache.sqlite"
        do {
            _ = try ResponseCache(.init(path: path))
            Issue.record("the folder was created")
        } catch {
            #expect(error.description.hasPrefix("cache: \(path): "))
            #expect(!error.description.hasSuffix("no such file or directory"))
        }
    }

    @Test("Storage policies select the tiers")
    func storagePolicies() throws {
        let folder = try Folder()
        let cache = try folder.cache(memory: 1 << 20)
        cache.put("a", "a", .allowedInMemoryOnly)
        cache.put("b", "b", .notAllowed)
        cache.put("c", "c")
        cache.flush()
        #expect(cache.text("a") == "a" && cache.text("b") == nil)
        #expect(try folder.cache().entries().map(\.url) == ["http://h.test/c"])
        cache.relieveMemoryPressure()
        #expect(cache.text("a") == "a" && cache.text("c") == "c")
    }

    @Test("removeAll removes all entries, those since a date, or those by last use")
    func removal() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let cache = try folder.cache(memory: 1 << 20)
        cache.put("a", "a")
        cache.flush()
        let between = Date()
        cache.put("b", "b")
        cache.flush()
        cache.removeAll(since: between)
        #expect(cache.text("a") == "a" && cache.text("b") == nil)
        cache.flush()
        cache.removeUnused(since: between)
        #expect(cache.text("a") == "a")
        cache.flush()
        cache.removeUnused(since: Date(timeIntervalSinceNow: 60))
        #expect(cache.text("a") == nil)
        cache.put("c", "c")
        cache.removeAll()
        #expect(cache.text("c") == nil && cache.entries().isEmpty && cache.diskUsage < 600_000)
    }

    @Test("An entry that only the memory tier holds is gone after another process removes its address, or everything")
    func foreignRemovalOfLarge() throws {
        let folder = try Folder()
        let one = try folder.cache(memory: 8 << 20, disk: 4 << 20)
        let two = try folder.cache(disk: 4 << 20)
        let large = String(repeating: "x", count: 1 << 20)
        let removals: [() -> Void] = [
            { two.remove(for: CacheRequest(url: "http://h.test/large")) }, { two.removeAll() },
        ]
        for remove in removals {
            one.put("large", large)
            one.put("small", "x")
            one.flush()
            #expect(Self.isStored("large", in: one))
            remove()
            two.flush()
            #expect(!Self.isStored("large", in: one))
        }
    }

    /// True if the cache has the text; comparing a large text directly would print it if the test fails.
    private static func isStored(_ name: String, in cache: ResponseCache) -> Bool {
        cache.text(name) != nil
    }

    @Test("The cache's own evictions and removals on disk leave the memory tier unchanged")
    func ownEvictions() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let cache = try folder.cache(memory: 8 << 20, disk: 4 << 20)
        cache.put("large", String(repeating: "x", count: 1 << 20))
        for index in 0..<50 { cache.put("\(index)", String(repeating: "x", count: 40_000)) }
        cache.flush()
        #expect(Self.isStored("large", in: cache))
        let usage = cache.memoryUsage
        cache.diskCapacity = 2 << 20
        #expect(Self.isStored("large", in: cache) && cache.memoryUsage == usage)
        cache.removeAll(since: Date(timeIntervalSinceNow: 60))
        #expect(Self.isStored("large", in: cache) && cache.memoryUsage == usage)
        #expect(try folder.cache(disk: 2 << 20).entries().count < 50)
    }

    @Test("removeUnused keeps recently used entries that only the memory tier holds")
    func removalFromMemory() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let large = String(repeating: "x", count: 1 << 20)
        for (cache, body, policy) in [
            (ResponseCache(), "body", CachedResponse.StoragePolicy.allowed),
            (ResponseCache(), "body", .allowedInMemoryOnly),
            (try folder.cache(memory: 8 << 20, disk: 4 << 20), large, .allowed),
        ] {
            cache.put("used", body, policy)
            cache.put("unused", body, policy)
            let between = Date()
            #expect(cache.text("used") == body)
            let usedAt = cache.entries().filter { $0.usedAt >= between }.map(\.shownURL)
            #expect(usedAt == ["http://h.test/used"])
            cache.removeUnused(since: between)
            #expect(cache.text("used") == body && cache.text("unused") == nil)
        }
    }

    @Test("The values of credentials that select a response are hidden in the list of entries")
    func hiddenCredentials() {
        let cache = ResponseCache()
        let names: [HTTPField.Name] = [
            .authorization, .proxyAuthorization, .cookie, HTTPField.Name("X-Api-Key")!, .acceptLanguage,
        ]
        let vary = names.map(\.rawName).joined(separator: ", ")
        let head = HTTPResponse(status: .ok, headerFields: [.vary: vary])
        var request = CacheRequest(url: "http://h.test/a")
        for name in names { request.fields[name] = "secret" }
        cache.store(CachedResponse(head: head, body: []), for: request)
        #expect(
            cache.entries().map(\.selectingFields) == [
                [
                    "authorization": "…", "proxy-authorization": "…", "cookie": "…", "x-api-key": "…",
                    "accept-language": "secret",
                ]
            ])
    }

    @Test(
        "A stored response is found only by a request with a method that the cache answers",
        arguments: [(HTTPRequest.Method.get, true), (.head, true), (.post, false), (.put, false), (.delete, false)])
    func method(_ method: HTTPRequest.Method, _ isFound: Bool) {
        let cache = ResponseCache()
        cache.put("a", "one")
        let request = CacheRequest(url: "http://h.test/a", method: method)
        #expect((cache.cachedResponse(for: request) != nil) == isFound)
    }

    @Test("The shared cache is replaceable")
    func shared() {
        let old = ResponseCache.shared
        defer { ResponseCache.shared = old }
        let mine = ResponseCache()
        ResponseCache.shared = mine
        #expect(ResponseCache.shared === mine)
    }

    @Test("A 304 rewrites the head and leaves the body's row unchanged")
    func headOnly() async throws {
        let folder = try Folder()
        let bench = Workbench(
            ScriptedTransport(inOrder: [.ok([("ETag", "\"1\"")], "kept"), .status(304, [("A", "2")])]),
            cache: try folder.cache())
        try await bench.get()
        bench.client.cache.flush()
        let before = try rows(folder, "SELECT id FROM body")
        #expect(try await bench.get().source == .revalidated)
        bench.client.cache.flush()
        #expect(try rows(folder, "SELECT id FROM body") == before)
        #expect(try folder.cache().entries().first?.head.headerFields[HTTPField.Name("A")!] == "2")
    }

    private func rows(_ folder: Folder, _ sql: String) throws -> [Int64] {
        try DatabaseQueue(path: folder.database).read { try Int64.fetchAll($0, sql: sql) }
    }

    @Test("Hits, misses and saved bytes are counted across all processes")
    func tally() async throws {
        let folder = try Folder()
        let bench = Workbench(ScriptedTransport(.cacheControl("max-age=60", "12345")), cache: try folder.cache())
        for _ in 0..<3 { try await bench.get() }
        bench.client.cache.flush()
        #expect(try folder.cache().tally == Tally(hits: 2, misses: 1, savedBytes: 10))
    }
}
