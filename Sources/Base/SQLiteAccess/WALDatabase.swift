package import GRDB
import GRDBSQLite

/// An SQLite database with a write-ahead log: a connection that writes, and a few that read meanwhile.
///
/// Every call is synchronous and may come from any thread. A read may write, and a write may read the last commit.
/// Nested reads use `readWithin`; writes never nest.
///
/// GRDB's `DatabasePool` does this with more work: it asks Foundation for the log's size at each opening, and compares
/// the schema's version at each read. This costs 4 of the 42 million instructions of a refresh of one feed.
package final class WALDatabase: Sendable {
    package let path: String
    private let writer: DatabaseQueue
    private let readers: ReaderConnections

    /// Opens the database, and creates it if it is missing.
    ///
    /// A commit is in the log when its call returns, so it survives the end of the process; a power cut may lose the
    /// last ones, and never leaves half a transaction (`synchronous = NORMAL`).
    /// - Parameters:
    ///   - configuration: the settings of all connections. `maximumReaderCount` limits the reading connections; a
    ///     closure that prepares a connection recognises them by `configuration.readonly`. It must write nothing.
    ///   - timeout: the time that opening waits for another process that creates the database, or recovers or deletes
    ///     its log.
    ///   - isUpToDate: looks at one snapshot of the database before anything is written to it, and returns true if its
    ///     schema is up to date.
    ///   - bringUpToDate: brings the schema up to date, on a separate connection.
    package init(
        path: String, configuration: Configuration, timeout: Duration = LockRetry.timeout,
        isUpToDate: (Database) throws -> Bool, bringUpToDate: (DatabaseQueue) throws -> Void
    ) throws {
        self.path = path
        let path = DatabaseFile.plainName(path)
        do {
            writer = try Self.openWriter(path, configuration)
            try writer.inDatabase { database in
                let isUpToDate = try database.inCompiledTransaction(.deferred, isUpToDate)
                try database.beginLog(timeout: timeout)
                try database.syncOnlyAtCheckpoints()
                try database.set("foreign_keys = ON")
                guard !isUpToDate else { return }
                let connection = try DatabaseQueue(path: path, configuration: configuration)
                try connection.inDatabase { try $0.syncOnlyAtCheckpoints() }
                try bringUpToDate(connection)
            }
        } catch let error as DatabaseError {
            throw error.namingFullDisk(of: path)
        }
        readers = ReaderConnections(path: path, configuration: configuration)
    }

    deinit {
        // The connection that closes last checkpoints and deletes the log, which a read-only one cannot do.
        readers.close()
    }

    private static func openWriter(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        // GRDB's way to enable them costs 0.3 million instructions.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { $0.endStatementRecords() }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// True if the open file is no longer the one at `path`, since it was deleted, renamed or replaced.
    package var hasMoved: Bool {
        writer.inDatabase { database in
            var hasMoved: Int32 = 0
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
            return hasMoved != 0
        }
    }

    // MARK: - Reading

    /// Runs `body` on one snapshot of the database. Waits if the maximum number of reads is already running.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try readers.use { try $0.inDatabase { try $0.inCompiledTransaction(.deferred, body) } }
    }

    /// Runs `body` without a transaction: each statement reads the newest state.
    package func readWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try readers.use { try $0.inDatabase(body) }
    }

    /// Reads as `read` does, even from within another read, as in a function that SQLite calls: `body` then gets that
    /// read's connection and snapshot.
    package func readWithin<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let connection = readers.ofThisThread else { return try read(body) }
        return try connection.unsafeReentrantRead(body)
    }

    /// Reads as `read` does, but on the writer's connection: does not open another connection, but waits for this
    /// process's writes.
    package func readAsWriter<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.inDatabase { try $0.inCompiledTransaction(.deferred, body) }
    }

    // MARK: - Writing

    /// Runs `body` in a transaction, all of it or nothing.
    package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try writer.inDatabase { try $0.inCompiledTransaction(.immediate, body) }
        } catch let error as DatabaseError {
            throw error.namingFullDisk(of: path)
        }
    }

    /// Runs `body` on the writer's connection; `body` must end each transaction that it begins.
    package func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
        try writer.inDatabase(body)
    }
}
