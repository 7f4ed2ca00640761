import Basics
import FoundationEssentials
import HTTPCache
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Writes a line per request to a log in the state folder: time, action, policy, source of the response, status, bytes,
/// address.
///
/// Fields are separated by tabs. Addresses are written without user information and without queries, which may hold
/// tokens.
package final class RequestLog: Sendable {
    /// The size in bytes at which the log is renamed to `….1` (default 1 MiB), so that both files take at most two
    /// MiB.
    private static let rotateAt = 1 << 20

    /// The number of lines per write; the end of each action writes the rest.
    private static let batch = 64
    /// The usual length of a line, in bytes.
    private static let usualLine = 128

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
        /// `network`, `cache`, `revalidated`, or `none` if no response arrived.
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

    /// A failure to write a line does not stop the reader.
    func flush() {
        let entries = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard !entries.isEmpty else { return }
        guard let descriptor = openFile() else { return }
        defer { close(descriptor) }
        // Uses one write, so that lines of two processes do not mix.
        var clock = LogClock()
        var text = ""
        text.reserveCapacity(entries.count * Self.usualLine)
        for entry in entries { Self.append(entry, to: &text, &clock) }
        text.withUTF8 { bytes in _ = write(descriptor, bytes.baseAddress, bytes.count) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > Self.rotateAt {
            // Another process may have renamed this file just now: a second rename would replace the full log.
            if FileIdentity(of: path) == FileIdentity(of: descriptor) { rename(path, path + ".1") }
        }
    }

    /// Opens the log, or a new one. Its folder may have been deleted since the reader started.
    private func openFile() -> Int32? {
        // With `O_NONBLOCK`, a pipe in the log's place that nothing reads is an error instead of waiting for a reader.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") {
            try? FileManager.default.createDirectory(
                atPath: String(path[..<slash]), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            descriptor = open(path, flags, 0o600)
        }
        return descriptor < 0 ? nil : descriptor
    }

    private static func append(_ entry: Entry, to text: inout String, _ clock: inout LogClock) {
        for column in [clock.text(of: entry.time), entry.action, entry.policy.rawValue, entry.source, entry.status] {
            text += column
            text += "\t"
        }
        text += "\(entry.bytesSent)\t\(entry.bytesReceived)\t\(withoutSecrets(entry.url))\n"
    }

    /// Returns the address as the log shows it.
    static func withoutSecrets(_ url: String) -> String {
        let shown = ShownAddress.of(url)
        guard let query = shown.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return shown
        }
        return shown[..<query] + "?…"
    }
}

/// Formats times to the second. Neighbouring lines share theirs, and formatting one takes longer than the rest of a
/// line.
private struct LogClock {
    private var second = -Double.infinity
    private var text = ""

    mutating func text(of time: Date) -> String {
        let second = time.timeIntervalSince1970.rounded(.down)
        if second != self.second {
            self.second = second
            text = Timestamp.text(second)
        }
        return text
    }
}
