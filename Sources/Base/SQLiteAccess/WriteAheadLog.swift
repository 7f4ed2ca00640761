import Glibc

/// The log that SQLite keeps beside a database. With `synchronous = NORMAL` every commit is in the log, but a power cut
/// may lose the log's end.
package enum WriteAheadLog {
    /// Waits until all commits of a database have reached the disk. SQLite syncs both files when it copies the log into
    /// the database, so a database without a log needs no sync.
    package static func sync(of database: String) {
        let descriptor = open(database + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fdatasync(descriptor)
        close(descriptor)
    }
}
