internal import Dispatch
internal import GRDB
internal import SQLiteAccess
internal import Synchronization

/// Copies the write-ahead log into the database file, on its own connection and queue, so that no reply waits for it.
///
/// SQLite itself would do this within a commit, so that one reply in thirty waits for 8 MB and two `fsync`s.
final class CacheCheckpointer: Sendable {
    private let queue = DispatchQueue(label: "HTTPCache.checkpoints", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var isRunning = false
        /// Pages written to the log since the last copy began.
        var pages = 0
    }

    /// Counts pages that this process has written to the log.
    ///
    /// The log's size does not show when a copy is due: SQLite writes a copied log again from its beginning and leaves
    /// the file as long as it was.
    func count(pages: Int) {
        state.withLock { $0.pages += pages }
    }

    /// Starts a copy if this process has written more than `limit` bytes since the last one, and no copy is running.
    func copyLog(of tier: DiskTier, beyond limit: Int) {
        let file = tier.file.withLock { $0 }
        let mayBegin = state.withLock { state in
            guard limit > 0, !state.isRunning, state.pages * file.pageBytes > limit else { return false }
            state = State(isRunning: true)
            return true
        }
        guard mayBegin else { return }
        queue.async { [self] in
            defer { state.withLock { $0.isRunning = false } }
            var configuration = Configuration()
            configuration.label = "HTTPCache.checkpoints"
            let name = DatabaseFile.plainName(file.path)
            guard file.bytes > 0, let connection = try? DatabaseQueue(path: name, configuration: configuration)
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
