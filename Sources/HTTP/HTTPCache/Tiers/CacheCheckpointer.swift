internal import Dispatch
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the database file, on its own connection and queue, so that no reply waits for it.
///
/// SQLite would do this within a commit; then one reply in thirty waits for 8 MB and two `fsync`s.
final class Checkpointer: Sendable {
    private let queue = DispatchQueue(label: "HTTPCache.checkpoints", qos: .utility)
    private let isRunning = Mutex(false)

    /// Starts a copy if the log is larger than `limit` bytes and no copy is running.
    func copyLog(of tier: DiskTier, beyond limit: Int) {
        let file = tier.file.withLock { $0 }
        guard limit > 0, file.logBytes > limit else { return }
        let mayBegin = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard mayBegin else { return }
        queue.async { [self] in
            defer { isRunning.withLock { $0 = false } }
            var configuration = Configuration()
            configuration.label = "HTTPCache.checkpoints"
            guard file.bytes > 0, let connection = try? DatabaseQueue(path: file.path, configuration: configuration)
            else { return }
            // Passive: it waits for no reader; pages that readers still need stay in the log.
            _ = try? connection.writeWithoutTransaction { try $0.checkpoint(.passive) }
        }
    }

    /// Waits until no copy is running, then does `work`: two at once would block each other.
    func pausing<Value>(_ work: () throws -> Value) rethrows -> Value {
        try queue.sync(execute: work)
    }
}
