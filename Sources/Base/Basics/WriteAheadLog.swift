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

    /// Gives a database that has no log, or an empty one, a log of one byte, which SQLite treats as empty. GRDB expects
    /// a log; without it, GRDB writes and syncs two transactions whenever the database is opened, and waits for another
    /// program that holds the lock. For a database that this process has not open: SQLite would lose its locks.
    package static func begin(of database: String) {
        let path = database + "-wal"
        var status = stat()
        // Looks at the log first: a process that has the database open and its log filled would lose its locks on the
        // database when this function closes it.
        guard stat(path, &status) != 0 || status.st_size == 0, usesLog(database) else { return }
        // Bytes that another process writes meanwhile stay unchanged: this byte is appended to them, and the next write
        // to the log replaces it.
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = write(descriptor, [0 as UInt8], 1)
        close(descriptor)
    }

    /// True if the file's header declares a write-ahead log (SQLite's file format, 1.3.3).
    private static func usesLog(_ database: String) -> Bool {
        let descriptor = open(database, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var versions: [UInt8] = [0, 0]
        return pread(descriptor, &versions, 2, 18) == 2 && versions == [2, 2]
    }
}
