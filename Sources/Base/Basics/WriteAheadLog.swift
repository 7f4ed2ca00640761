import Glibc

/// The log that SQLite keeps beside a database: with `synchronous = NORMAL` a commit is in it, but a power cut may lose
/// the end of it.
package enum WriteAheadLog {
    /// Waits until all commits of a database have reached the disk. Copying the log into the database syncs both, so
    /// that a database without a log needs nothing.
    package static func sync(of database: String) {
        let descriptor = open(database + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fdatasync(descriptor)
        close(descriptor)
    }
}
