import GRDB
import Testing

@testable import HTTPCache

@Suite("A cache on a full disk")
struct FullDiskCacheTests {
    @Test(
        "Clearing that reports success returns the space, and no reply claims storage that failed",
        .enabled(if: CacheProgram.canMount, "No user namespaces here"), arguments: [300_000, 500_000, 700_000])
    func cleared(_ size: Int) throws {
        let folder = try Folder()
        let lines = try CacheProgram.run(["clear", folder.database, "\(size)"], onDiskOf: "3M", at: folder.path)
        try #require(lines.count == 11, "\(lines)")
        #expect(Set(lines.prefix(8)) == ["reported stored", "denied lost"])
        let bytes = try #require(Int(lines[9]))
        if lines[8] == "cleared" {
            #expect(bytes < 400_000 && lines[10] == "1", "\(lines)")
        } else {
            // The rest of the log may be too short even for this transaction.
            #expect(lines[8] == "kept" && bytes > 2_500_000, "\(lines)")
        }
    }

    @Test(
        "A 304 whose head cannot be written does not claim that it is stored",
        .enabled(if: CacheProgram.canMount, "No user namespaces here"))
    func confirmed() throws {
        let folder = try Folder()
        let lines = try CacheProgram.run(["confirm", folder.database], onDiskOf: "3M", at: folder.path)
        #expect(lines == ["reported 1", "denied 1"])
    }

    @Test("Clearing leaves an empty file and an empty log, even if all entries were only in the log")
    func clearedFromLog() throws {
        let folder = try Folder()
        let cache = try folder.cache(disk: 512 << 20)
        let size = SystemCalls.fileSize(folder.database)
        for index in 0..<5 { cache.put("\(index)", String(repeating: "x", count: 700_000)) }
        cache.flush()
        #expect(SystemCalls.fileSize(folder.database) == size)
        #expect(cache.removeAll())
        #expect(SystemCalls.fileSize(folder.database) == size)
        #expect(SystemCalls.fileSize(folder.database + "-wal") == 0)
    }

    @Test("Clearing a large file takes little memory, and leaves its incremental vacuum on")
    func clearedInLittleMemory() throws {
        let folder = try Folder()
        let capacity = 256 << 20
        #expect(try CacheProgram.run(["fill", folder.database, "\(capacity)", "\(1 << 20)", "100"]) == ["filled"])
        #expect(SystemCalls.fileSize(folder.database) + SystemCalls.fileSize(folder.database + "-wal") > 60_000_000)
        let lines = try CacheProgram.run(["empty", folder.database])
        try #require(lines.count == 2 && lines[0] == "cleared", "\(lines)")
        #expect(try #require(Int(lines[1])) < 20_000, "\(lines[1]) KB")
        #expect(SystemCalls.fileSize(folder.database) < 400_000)
        #expect(try Self.vacuumMode(folder.database) == Self.incremental)
    }

    @Test("A process that was killed while it cleared the cache leaves no other kind of vacuum")
    func killedWhileClearing() throws {
        let folder = try Folder()
        try folder.cache(disk: 1 << 20).flush()
        try DatabaseQueue(path: folder.database).writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA auto_vacuum = FULL")
        }
        #expect(try Self.vacuumMode(folder.database) != Self.incremental)
        try folder.cache(disk: 1 << 20).flush()
        #expect(try Self.vacuumMode(folder.database) == Self.incremental)
    }

    private static let incremental = 2

    private static func vacuumMode(_ path: String) throws -> Int? {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") }
    }
}
