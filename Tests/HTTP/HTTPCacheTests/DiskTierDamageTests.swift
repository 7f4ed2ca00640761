import Foundation
import GRDB
import HTTPTransport
import HTTPTypes
import SQLiteAccess
import Synchronization
import Testing

@testable import HTTPCache

@Suite("Damage to the disk tier")
struct DiskTierDamageTests {
    @Test("A body with a flipped byte is a miss, never a reply")
    func flippedBody() async throws {
        let folder = try Folder()
        let bench = Workbench(
            ScriptedTransport(inOrder: [.cacheControl("max-age=60", "right"), .cacheControl("max-age=60", "again")]),
            cache: try folder.cache())
        try await bench.get()
        bench.client.cache.flush()
        try change(folder, "UPDATE body SET bytes = CAST('wrong' AS BLOB)")
        #expect(bench.client.storedReply(for: CacheRequest(url: "http://h.test/a")) == nil)
        #expect(try await bench.get().text == "again")
        #expect(bench.transport.count == 2)
    }

    @Test("Reading a lost body throws an error, and the next request fetches it")
    func lostLater() async throws {
        let folder = try Folder()
        let bench = Workbench(ScriptedTransport(.cacheControl("max-age=60", "right")), cache: try folder.cache())
        try await bench.get()
        bench.client.cache.flush()
        let reply = try await bench.get { $0.readsBodyAtOnce = false }
        try change(folder, "DELETE FROM body")
        await #expect(throws: CacheError.bodyLost(url: "http://h.test/a")) { try await reply.body() }
        #expect(try await bench.get().source == .network)
    }

    @Test("A head with a flipped byte is a miss")
    func flippedHead() throws {
        let folder = try Folder()
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        try change(folder, "UPDATE head SET meta = CAST(substr(meta, 1, 20) || x'00' || substr(meta, 22) AS BLOB)")
        #expect(cache.text("a") == nil)
    }

    @Test(
        "A file that is cut short or overwritten anywhere does not give a wrong reply or stop the cache",
        arguments: 0..<24)
    func damagedFile(_ number: Int) throws {
        let folder = try Folder()
        do {
            let cache = try folder.cache()
            for index in 0..<50 { cache.put("\(index)", "body \(index) " + String(repeating: "x", count: 500)) }
            cache.flush()
        }
        try DatabaseQueue(path: folder.database).writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try Data(contentsOf: URL(filePath: folder.database))
        if number % 2 == 0 {
            bytes.removeLast(bytes.count * number / 24)
        } else {
            let start = bytes.count * number / 24
            for offset in start..<min(start + 700, bytes.count) { bytes[offset] ^= 0x55 }
        }
        try bytes.write(to: URL(filePath: folder.database))
        let cache = try folder.cache()
        for index in 0..<50 {
            let text = cache.text("\(index)")
            #expect(text == nil || text == "body \(index) " + String(repeating: "x", count: 500))
        }
        // The first failed read or write reveals the damage; after it a new file works.
        for _ in 0..<3 {
            cache.put("new", "new")
            cache.flush()
        }
        #expect(cache.text("new") == "new")
    }

    @Test("The second cache that notices the same damage opens the file that the first one created")
    func noticedTwice() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(), try folder.cache())
        one.put("old", "old")
        one.flush()
        #expect(two.text("old") == "old")
        try one.replaceFile()
        one.put("a", "new")
        one.flush()
        try two.replaceFile()
        #expect(one.text("old") == nil && two.text("a") == "new")
        two.remove(for: CacheRequest(url: "http://h.test/a"))
        two.flush()
        #expect(one.text("a") == nil)
    }

    @Test("Only one process at a time replaces a file; where locks are not possible, no process waits")
    func lock() throws {
        let folder = try Folder()
        let path = folder.path + "/lock"
        let second = SystemCalls.locking(path, timeout: .zero) {
            SystemCalls.locking(path, timeout: .zero) { true }
        }
        #expect(second == .some(nil))
        #expect(SystemCalls.locking(path, timeout: .zero) { true } == true)
        #expect(SystemCalls.locking("/proc/nowhere/lock", timeout: .zero) { true } == true)
    }

    @Test(
        "The cache keeps a file that it did not create, unchanged, under another name",
        arguments: ["text", "foreign", "newer", "library"])
    func foreign(_ kind: String) throws {
        let folder = try Folder()
        switch kind {
        case "text":
            try String(repeating: "no database ", count: 1000).write(
                toFile: folder.database, atomically: true, encoding: .utf8)
        case "foreign":
            try change(folder, "CREATE TABLE precious(x)")
        case "library":
            try change(folder, "CREATE TABLE precious(x); PRAGMA application_id = 0x6C656465")
        default:
            try folder.cache().flush()
            try change(folder, "PRAGMA user_version = 99")
        }
        let before = try Data(contentsOf: URL(filePath: folder.database))
        let cache = try folder.cache()
        cache.put("a", "one")
        cache.flush()
        #expect(cache.text("a") == "one")
        #expect(try Data(contentsOf: URL(filePath: folder.database + ".set-aside")) == before)
    }

    @Test("A folder without write permission gives a readable error")
    func unopenable() {
        #expect(throws: CacheError.self) { try ResponseCache(.init(path: "/proc/nowhere/cache.sqlite")) }
    }

    @Test("On a full disk every caller gets its response, and an invalidated entry stays removed")
    func fullDisk() async throws {
        let folder = try Folder()
        let cache = try folder.cache()
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                Scripted.cacheControl(
                    "max-age=60", "body of \(request.head.path ?? "")" + String(repeating: "x", count: 50_000)
                ).response
            }, cache: cache)
        try await bench.get("http://h.test/first")
        cache.flush()
        try cache.limitPages()
        for index in 0..<40 {
            #expect(try await bench.get("http://h.test/\(index)").text.hasPrefix("body of /\(index)"))
        }
        cache.flush()
        for index in 0..<40 {
            #expect(try await bench.get("http://h.test/\(index)").text.hasPrefix("body of /\(index)"))
        }
        try await bench.get("http://h.test/first", method: .delete)
        cache.flush()
        #expect(cache.text("first") == nil)
    }

    private func change(_ folder: Folder, _ sql: String) throws {
        try DatabaseQueue(path: folder.database).writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}

extension ResponseCache {
    /// Replaces the file, as happens after damage is discovered.
    fileprivate func replaceFile() throws {
        let disk = try #require(disk)
        disk.reset(replacing: disk.file.withLock { $0.database })
    }

    /// Prevents the file from growing: SQLite then reports a full disk (SQLITE_FULL).
    fileprivate func limitPages() throws {
        try disk?.file.withLock { $0.database }.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA max_page_count = 1")
        }
    }
}
