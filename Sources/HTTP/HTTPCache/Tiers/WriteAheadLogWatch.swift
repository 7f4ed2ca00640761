private import Synchronization

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// Notices that some process has written to a database, at the cost of one `fstat`: in WAL mode every transaction goes into the
/// `-wal` file. (`PRAGMA data_version` tells the same, at the price of a whole read.)
///
/// No lock lies on that file, so closing it here takes none from SQLite, as closing the database file would.
final class WriteAheadLogWatch: Sendable {
    private struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private let descriptor: Int32
    private let last = Mutex<Stamp?>(nil)

    /// - Parameter path: of the database, which is open. Where there is no `-wal` file nothing is ever noticed.
    init(path: String) {
        descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether something was written since this was last asked, by this process or another.
    func hasChanged() -> Bool {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return false }
        let stamp = Stamp(
            size: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        return last.withLock { last in
            defer { last = stamp }
            return last != stamp
        }
    }
}
