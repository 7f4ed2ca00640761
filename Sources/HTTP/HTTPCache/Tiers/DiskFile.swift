internal import SQLiteAccess

/// The open database of a disk tier.
struct DiskFile: Sendable {
    let database: WALDatabase
    let path: String
    let pageBytes: Int

    /// Size of the write-ahead log.
    var logBytes: Int { SystemCalls.fileSize(path + "-wal") }

    /// Total size of the database file, its log and the log's index, in bytes.
    var bytes: Int { ["", "-wal", "-shm"].reduce(0) { $0 + SystemCalls.fileSize(path + $1) } }
}
