import FeedModel
import Foundation
import Glibc
import TestFolders
import Testing

@testable import FeedRefresh

@Suite struct LocalFeedTests {
    @Test("An empty file takes no memory, however often it is read")
    func empty() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("empty")
        try Data().write(to: file)
        let feed = LocalFeed.file(path: file.path)
        #expect(try feed.document(limit: 100).isEmpty)
        // If each read kept a memory page, every round would take 400 MB. Other tests take memory in some rounds, and
        // each thread that starts meanwhile takes 8 MB.
        var grown = Int.max
        for _ in 0..<10 where grown >= 160 << 20 {
            let before = try Self.dataSize()
            for _ in 0..<100_000 { _ = try feed.document(limit: 100) }
            grown = min(grown, try Self.dataSize() - before)
        }
        #expect(grown < 160 << 20, "\(grown) bytes more")
    }

    @Test(
        "RFC 8089 §2: a file is on this machine only if its address has no host, or localhost",
        arguments: [
            ("file:///tmp/a%20b", .file(path: "/tmp/a b")), ("FILE://LocalHost/tmp/a", .file(path: "/tmp/a")),
            ("file://tmp/a", .remoteFile(host: "tmp")), ("file://h.test/tmp/a", .remoteFile(host: "h.test")),
            ("file://localhost.h.test/a", .remoteFile(host: "localhost.h.test")), ("file://.", .remoteFile(host: ".")),
        ] as [(String, LocalFeed)])
    func hosts(_ address: String, _ feed: LocalFeed) throws {
        #expect(LocalFeed(of: Subscription(id: SubscriptionID(rawValue: 1), feedURL: address)) == feed)
        guard case .remoteFile(let host) = feed else { return }
        do {
            _ = try feed.document(limit: 100)
            Issue.record("a file on another machine was read")
        } catch {
            #expect("\(error)".contains(host))
        }
    }

    @Test(
        "The address of a program's feed begins with exec:, in any letter case; no other scheme runs a program",
        arguments: [
            ("exec:weather", true), ("EXEC:weather", true), ("exec", false), ("https://exec:80/", false),
            ("executive:a", false), (" exec:weather", false),
        ])
    func program(_ address: String, _ isProgram: Bool) {
        #expect(LocalAddress.isProgram(address) == isProgram)
        let feed = LocalFeed(of: Subscription(id: SubscriptionID(rawValue: 1), feedURL: address))
        #expect(feed == (isProgram ? .unnamedProgram : nil))
    }

    @Test("An address without a path does not name a file", arguments: ["file://", "file://localhost"])
    func noPath(_ address: String) throws {
        let feed = try #require(LocalFeed(of: Subscription(id: SubscriptionID(rawValue: 1), feedURL: address)))
        do {
            _ = try feed.document(limit: 100)
            Issue.record("a file without a name was read")
        } catch {
            #expect("\(error)" == "the address names no file; one on this machine is file:///PATH")
        }
    }

    @Test("A file that is missing, too long or a pipe is refused at once, with the reason")
    func refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/feed"
        let feed = LocalFeed.file(path: path)
        func reason(_ limit: Int) -> String {
            do { return try String(decoding: feed.document(limit: limit), as: UTF8.self) } catch { return "\(error)" }
        }
        #expect(reason(100) == "\(path): no such file or directory")
        try Data("<feed/>".utf8).write(to: URL(fileURLWithPath: path))
        #expect(reason(7) == "<feed/>")
        #expect(reason(6) == "\(path): longer than 6 bytes")
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(reason(100) == "\(path): not a regular file")
    }

    /// Returns the bytes that this process may write (proc(5), statm).
    private static func dataSize() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[5])) * Int(getpagesize())
    }
}
