import Dispatch
import Foundation
import Glibc
import HTTPCache
import TestFolders
import Testing

@testable import FeedRefresh

@Suite struct RequestLogTests {
    @Test("An unread pipe in place of the log does not delay a request")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        try #require(mkfifo(path, 0o600) == 0)
        let log = RequestLog(path: path)
        log.append(
            RequestLog.Entry(
                time: Date(), action: "refresh", policy: .useProtocolCachePolicy, source: "network", status: "200",
                url: "https://a.example/feed"))
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
