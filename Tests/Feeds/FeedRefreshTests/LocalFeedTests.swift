import Foundation
import Glibc
import Testing

@testable import FeedRefresh

@Suite struct LocalFeedTests {
    @Test("An empty file takes no memory, however often it is read")
    func empty() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lede-empty-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let feed = LocalFeed.file(path: file.path)
        #expect(try feed.document(limit: 100).isEmpty)
        let before = try Self.dataSize()
        for _ in 0..<10_000 { _ = try feed.document(limit: 100) }
        let grown = try Self.dataSize() - before
        #expect(grown < 16 << 20, "\(grown) bytes more")
    }

    /// The bytes that this process may write (proc(5), statm).
    private static func dataSize() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[5])) * Int(getpagesize())
    }
}
