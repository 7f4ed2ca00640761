private import Synchronization

/// Notices that some process has written to a database, at the cost of one `fstat`: in WAL mode every transaction goes into
/// the `-wal` file. (`PRAGMA data_version` answers the same question at the price of a whole read.)
///
/// SQLite holds no lock on that file, so closing it here releases none, as closing the database file would.
final class WriteAheadLogWatch: Sendable {
    private let descriptor: Int32
    private let last = Mutex<SystemCalls.FileStamp?>(nil)

    /// - Parameter path: of the database, which is open. Without a `-wal` file nothing is ever noticed.
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
