import Basics
import FeedModel
import FoundationEssentials
import HTTPCache
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A line for each request in the state folder: when, which action, which policy, where the answer came from, status, bytes, address.
///
/// Tab-separated. Addresses are written without user information and without their queries, where tokens hide.
package final class RequestLog: Sendable {
    /// The log is moved to `….1` when it has grown beyond this many bytes (default 1 MiB), so that two MiB is all it takes.
    package static let rotateAt = 1 << 20

    /// Lines are written so many at a time, and at the end of each action.
    private static let batch = 64

    let path: String
    private let waiting = Mutex<[Entry]>([])

    package init(path: String) {
        self.path = path
    }

    deinit {
        flush()
    }

    struct Entry: Sendable {
        var time: Date
        var action: String
        var policy: CachePolicy
        /// `network`, `cache`, `revalidated`, or `none` where nothing came.
        var source: String
        /// The HTTP status, or the kind of error.
        var status: String
        var bytesSent: Int64 = 0
        var bytesReceived: Int64 = 0
        var url: String
    }

    func append(_ entry: Entry) {
        let isFull = waiting.withLock { waiting in
            waiting.append(entry)
            return waiting.count >= Self.batch
        }
        if isFull { flush() }
    }

    /// That a line could not be written stops no one from reading.
    func flush() {
        let entries = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard !entries.isEmpty else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // One write, so that lines of two processes do not mix.
        var clock = LogClock()
        var text = entries.map { Self.line($0, &clock) }.joined()
        text.withUTF8 { bytes in _ = write(descriptor, bytes.baseAddress, bytes.count) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > Self.rotateAt {
            rename(path, path + ".1")
        }
    }

    private static func line(_ entry: Entry, _ clock: inout LogClock) -> String {
        let columns = [
            clock.text(of: entry.time), entry.action, entry.policy.rawValue, entry.source, entry.status,
            String(entry.bytesSent), String(entry.bytesReceived), withoutSecrets(entry.url),
        ]
        return columns.joined(separator: "\t") + "\n"
    }

    static func withoutSecrets(_ url: String) -> String {
        let shown = ShownAddress.of(url)
        guard let query = shown.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return shown }
        return shown[..<query] + "?…"
    }
}

/// Writes times to the second. Neighbouring lines share theirs, and making one takes longer than the rest of a line.
private struct LogClock {
    private var second = -Double.infinity
    private var text = ""

    mutating func text(of time: Date) -> String {
        let second = time.timeIntervalSince1970.rounded(.down)
        if second != self.second {
            self.second = second
            text = Date(timeIntervalSince1970: second).formatted(.iso8601)
        }
        return text
    }
}
