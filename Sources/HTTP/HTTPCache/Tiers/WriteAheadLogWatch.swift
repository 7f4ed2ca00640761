private import Synchronization

/// Notices writes to a database by any process, with one `fstat`: in WAL mode every transaction is written to the
/// `-wal` file. (`PRAGMA data_version` gives the same information at the cost of a complete read.)
///
/// SQLite does not hold a lock on that file, so closing it here does not release one; closing the database file would.
final class WriteAheadLogWatch: Sendable {
    private let descriptor: Int32
    private let last = Mutex<SystemCalls.FileStamp?>(nil)

    /// - Parameter path: the path of the open database. Without a `-wal` file no write is ever noticed.
    init(path: String) {
        descriptor = SystemCalls.openForReading(path + "-wal")
    }

    deinit {
        if descriptor >= 0 { SystemCalls.closeFile(descriptor) }
    }

    /// True if this process or another one has written since the last call.
    func hasChanged() -> Bool {
        guard let stamp = SystemCalls.stamp(descriptor) else { return false }
        return last.withLock { last in
            defer { last = stamp }
            return last != stamp
        }
    }
}
