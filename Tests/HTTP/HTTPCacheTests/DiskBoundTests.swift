import Foundation
import Synchronization
import Testing

@testable import HTTPCache

@Suite("The disk capacity limits the size of the files")
struct DiskBoundTests {
    @Test(
        "The files never exceed the capacity, even during writes",
        arguments: [
            (1 << 20, 2_000), (4 << 20, 20_000), (4 << 20, 700_000), (24 << 20, 300_000), (24 << 20, 4_000_000),
        ])
    func bound(_ capacity: Int, _ bodySize: Int) throws {
        let folder = try Folder()
        let cache = try folder.cache(disk: capacity)
        let watch = SizeWatch(folder.database)
        for index in 0..<max(20, 3 * capacity / bodySize) {
            cache.put("\(index)", String(repeating: "\(index % 10)", count: bodySize * (1 + index % 3) / 3))
            if index % 5 == 4 { cache.flush() }
        }
        cache.flush()
        let largest = watch.stop()
        #expect(largest <= capacity, "\(largest) bytes on disk")
        #expect(cache.diskUsage <= capacity)
        #expect(cache.entries().count > 2, "the newest entries stay")
    }

    @Test("Ten megabytes under a capacity of four leave at most four on disk")
    func fromOutside() throws {
        let folder = try Folder()
        let lines = try CacheProgram.run(["fill", folder.database, "\(4 << 20)", "\(100 << 10)", "100"])
        #expect(lines.count == 1)
        let bytes = ["", "-wal", "-shm"].reduce(0) { $0 + SystemCalls.fileSize(folder.database + $1) }
        #expect(bytes <= 4 << 20)
        #expect(try folder.cache(disk: 4 << 20).entries().count > 15)
    }

    @Test("A body of the largest size is stored, and a body one byte larger is not", arguments: [0, 1])
    func maximumBodySize(_ excess: Int) throws {
        let folder = try Folder()
        let cache = try folder.cache(disk: 4 << 20)
        let largest = DiskBudget(capacity: 4 << 20, pageBytes: DiskBudget.pageBytes(forCapacity: 4 << 20))
            .maximumBodySize
        cache.put("body", String(repeating: "x", count: largest + excess))
        cache.flush()
        #expect(try folder.cache(disk: 4 << 20).entries().count == 1 - excess)
    }

    @Test("The least recently used entry is evicted first; one in constant use stays")
    func constantUse() throws {
        let folder = try Folder()
        let cache = try folder.cache(memory: 1 << 20, disk: 2 << 20)
        cache.put("favourite", "kept")
        for index in 0..<200 {
            #expect(cache.text("favourite") == "kept")
            cache.put("\(index)", String(repeating: "x", count: 40_000))
        }
        cache.flush()
        let names = Set(
            try folder.cache(disk: 2 << 20).entries().map { String($0.url.split(separator: "/").last ?? "") })
        #expect(names.contains("favourite") && names.contains("199") && !names.contains("0"))
    }

    @Test("A use recorded by one process protects the entry from eviction by another process")
    func foreignUse() throws {
        let folder = try Folder()
        let (one, two) = (try folder.cache(memory: 1 << 20, disk: 2 << 20), try folder.cache(disk: 2 << 20))
        one.put("favourite", "kept")
        one.flush()
        for index in 0..<100 {
            _ = one.text("favourite")
            if index % 10 == 0 { one.flush() }
            two.put("\(index)", String(repeating: "x", count: 40_000))
            two.flush()
        }
        two.flush()
        #expect(two.text("favourite") == "kept")
    }

    @Test("A lower capacity frees space; a body above the tier's limit stays in memory only")
    func lowered() throws {
        let folder = try Folder()
        let cache = try folder.cache(memory: 8 << 20, disk: 32 << 20)
        for index in 0..<60 { cache.put("\(index)", String(repeating: "x", count: 400_000)) }
        cache.flush()
        #expect(cache.diskUsage > 16 << 20)
        cache.diskCapacity = 8 << 20
        #expect(cache.diskUsage <= 8 << 20)
        #expect(try !folder.cache(disk: 8 << 20).entries().isEmpty)
        cache.put("large", String(repeating: "x", count: 4 << 20))
        cache.flush()
        #expect(cache.text("large") != nil)
        #expect(try folder.cache(disk: 8 << 20).text("large") == nil)
    }

    @Test(
        "The shares of a capacity never exceed it",
        arguments: [0, 1, 45_000, 1 << 20, 4 << 20, 512 << 20, 1 << 40, .max])
    func shares(_ capacity: Int) {
        for pageBytes in [4096, 32768] {
            let budget = DiskBudget(capacity: capacity, pageBytes: pageBytes)
            let log = budget.logPages == 0 ? 0 : budget.logPages * (pageBytes + 24) + 32
            #expect(budget.databasePages * pageBytes + log <= max(capacity, 0))
            #expect(budget.maximumBodySize >= 0 && budget.evictionsAtOnce >= 1)
        }
        #expect(DiskBudget(capacity: 512 << 20, pageBytes: 32768).maximumBodySize > 60 << 20)
        #expect(DiskBudget(capacity: 4 << 20, pageBytes: 4096).maximumBodySize > 800_000)
    }
}

/// Measures the size of the files every millisecond and keeps the largest.
private final class SizeWatch: Sendable {
    private let largest = Mutex(0)
    private let isOver = Mutex(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ path: String) {
        let watch = Thread { [self] in
            while !isOver.withLock({ $0 }) {
                let size = ["", "-wal", "-shm"].reduce(0) { $0 + SystemCalls.fileSize(path + $1) }
                largest.withLock { $0 = max($0, size) }
                usleep(500)
            }
            hasEnded.signal()
        }
        watch.start()
    }

    func stop() -> Int {
        isOver.withLock { $0 = true }
        hasEnded.wait()
        return largest.withLock { $0 }
    }
}
