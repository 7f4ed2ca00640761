import Foundation
import Testing

@testable import HTTPCache

@Suite("The log is copied into the database file once enough has been written to it")
struct LogCopyTests {
    private let folder: Folder
    private let cache: ResponseCache

    init() throws {
        folder = try Folder()
        cache = try folder.cache(disk: 512 << 20)
    }

    /// Increases each time SQLite restarts the log after a complete copy: the checkpoint sequence number in the log's
    /// head (SQLite's file format, 4.1).
    private var copies: Int {
        guard let log = FileHandle(forReadingAtPath: folder.database + "-wal") else { return 0 }
        let head = log.readData(ofLength: 16)
        return head.count < 16 ? 0 : head[12..<16].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Stores small bodies one by one, and waits for the end of a copy that one of them began. Returns the number of
    /// bodies.
    private func change(_ rounds: Int, while isWanted: () -> Bool = { true }) -> Int {
        for round in 0..<rounds {
            guard isWanted() else { return round }
            cache.put("small \(round)", "\(round)")
            cache.flush()
            cache.disk?.writer.checkpointer.pausing {}
        }
        return rounds
    }

    @Test("The bytes written decide when the log is copied, not the length of the file")
    func longFile() {
        let first = copies
        for index in 0..<10 {
            cache.put("\(index)", String(repeating: "x", count: 1 << 20))
            cache.flush()
        }
        #expect(change(1_000) { copies == first } < 1_000, "enough was written, and no copy was made")
        // From here on the file is longer than the amount that may be written before a copy.
        #expect(SystemCalls.fileSize(folder.database + "-wal") > 8 << 20)
        let before = copies
        _ = change(60)
        #expect(copies - before <= 3, "\(copies - before) copies for 60 small changes")
    }

    @Test("The log of a file whose path looks like an address is copied into this file, and no other one is created")
    func pathLikeAddress() throws {
        let folder = try Folder()
        let lines = try CacheProgram.run(
            ["fill", "file:cache.sqlite", "\(4 << 20)", "\(100 << 10)", "100"], in: URL(filePath: folder.path))
        #expect(lines.count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("file:cache.sqlite") && names.allSatisfy { $0.hasPrefix("file:") }, "\(names)")
    }
}

@Suite("Opening a cache")
struct CacheOpeningTests {
    @Test("A cache that was closed is opened without a write")
    func opening() throws {
        let folder = try Folder()
        do {
            let cache = try folder.cache(disk: 512 << 20)
            cache.put("one", "1")
            cache.flush()
        }
        #expect(SystemCalls.fileSize(folder.database + "-wal") == 0)
        let cache = try folder.cache(disk: 512 << 20)
        #expect(cache.text("one") == "1")
        #expect(SystemCalls.fileSize(folder.database + "-wal") == 0)
    }
}
