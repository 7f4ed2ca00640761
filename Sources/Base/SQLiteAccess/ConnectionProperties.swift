package import GRDB
import GRDBSQLite
import Glibc

extension Database {
    /// Returns a property of the database or its connection, given by the name of its PRAGMA; nil if it is not a
    /// number. Compiles the statement itself: GRDB's first read from SQL text costs half a million instructions.
    package func property(_ name: String) throws -> Int? {
        try Int.fetchOne(makeStatement(sql: "PRAGMA \(name)"))
    }

    /// Sets a property, given as the words of its PRAGMA.
    package func set(_ property: String) throws {
        try makeStatement(sql: "PRAGMA \(property)").execute()
    }

    /// Gives the database a write-ahead log, which stays while this connection is open.
    /// - Parameter timeout: the time to wait for another process that creates the same database; SQLite does not call
    ///   the busy handler for that lock.
    func beginLog(timeout: Duration) throws {
        let end = ContinuousClock.now + timeout
        while true {
            do {
                guard try String.fetchOne(makeStatement(sql: "PRAGMA journal_mode = WAL")) == "wal" else {
                    // Not the file's fault: a plain SQLITE_ERROR would count as damage.
                    throw DatabaseError(
                        resultCode: .SQLITE_CANTOPEN, message: "no write-ahead log is possible beside the file")
                }
                break
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && .now < end {
                LockRetry.sleepOnce()
            }
        }
        // The first read opens the log; a connection that only reads cannot create it.
        _ = try property("schema_version")
    }

    /// Makes a commit wait for the disk only while the log is copied: a power cut may lose the last commits.
    func syncOnlyAtCheckpoints() throws {
        try set("synchronous = NORMAL")
    }

    /// Stops GRDB from recording the tables and columns that each compiled statement uses. The record serves GRDB's
    /// observations and schema cache; it costs a tenth of the instructions of a refresh of one feed.
    func endStatementRecords() {
        sqlite3_set_authorizer(sqliteConnection, nil, nil)
    }
}
