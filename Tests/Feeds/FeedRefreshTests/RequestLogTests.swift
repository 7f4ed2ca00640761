import Dispatch
import Foundation
import Glibc
import HTTPCache
import TestFolders
import Testing

@testable import FeedRefresh

@Suite struct RequestLogTests {
    private func entry(_ url: String) -> RequestLog.Entry {
        RequestLog.Entry(
            time: Date(timeIntervalSince1970: 1_800_000_000), action: "refresh", policy: .useProtocolCachePolicy,
            source: "network", status: "200", url: url)
    }

    @Test("The log is private, and leaves out passwords, queries and fragments")
    func secrets() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        let log = RequestLog(path: path)
        let addresses = ["me:hush@a.example/feed", "a.example/feed?key=hush#hush", "a.example/feed#hush=?"]
        for address in addresses { log.append(entry("https://" + address)) }
        log.flush()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let shown = ["", "?…", "?…"].map { "https://a.example/feed" + $0 }
        #expect(lines.map { $0.split(separator: "\t").last.map(String.init) } == shown)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("A log whose folder was deleted begins anew in a private folder")
    func deletedFolder() throws {
        let folder = try TemporaryFolder()
        let (state, path) = (folder.path + "/state/lede", folder.path + "/state/lede/requests.log")
        let log = RequestLog(path: path)
        for _ in 1...2 {
            log.append(entry("https://a.example/feed"))
            log.flush()
            #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 1)
            var status = stat()
            #expect(stat(state, &status) == 0 && status.st_mode & 0o777 == 0o700)
            try FileManager.default.removeItem(atPath: folder.path + "/state")
        }
    }

    @Test("An unread pipe in place of the log does not delay a request")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        try #require(mkfifo(path, 0o600) == 0)
        let log = RequestLog(path: path)
        log.append(entry("https://a.example/feed"))
        let written = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            log.flush()
            written.signal()
        }
        #expect(written.wait(timeout: .now() + 10) == .success)
        // Releases a thread that waits for a reader.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        close(reader)
    }
}
