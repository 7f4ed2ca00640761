package import GRDB
import GRDBSQLite

extension Database {
    /// The kinds of transactions (SQLite's "BEGIN").
    package enum Beginning: String {
        /// Takes its snapshot at the first read, and no lock.
        case deferred = "BEGIN DEFERRED TRANSACTION"
        /// Takes the lock for writing at once.
        case immediate = "BEGIN IMMEDIATE TRANSACTION"
    }

    /// Runs `body` in a transaction. GRDB's own compile their BEGIN and COMMIT anew each time.
    package func inCompiledTransaction<Value>(
        _ beginning: Beginning, _ body: (Database) throws -> Value
    ) throws -> Value {
        try cachedStatement(sql: beginning.rawValue).execute()
        do {
            let value = try body(self)
            try cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return value
        } catch {
            // SQLite may have rolled back by itself.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    /// Gives the database a write-ahead log, which stays while this connection is open.
    func beginLog() throws {
        guard try String.fetchOne(makeStatement(sql: "PRAGMA journal_mode = WAL")) == "wal" else {
            throw DatabaseError(message: "no write-ahead log is possible beside the file")
        }
        try set("synchronous = NORMAL")
        // The first read opens the log; a connection that only reads cannot create it.
        try set("schema_version")
    }

    /// Returns a property of the database or its connection, given by the name of its PRAGMA; nil if it is no number.
    /// The first value that GRDB reads by the text of its statement costs half a million instructions.
    package func property(_ name: String) throws -> Int? {
        try Int.fetchOne(makeStatement(sql: "PRAGMA \(name)"))
    }

    /// Sets a property, given as the words of its PRAGMA.
    package func set(_ property: String) throws {
        try makeStatement(sql: "PRAGMA \(property)").execute()
    }

    /// Ends GRDB's record of the tables and columns that each compiled statement uses, which serves GRDB's observations and
    /// its knowledge of the schema: a tenth of the instructions of a refresh of one feed.
    package func endStatementRecords() {
        sqlite3_set_authorizer(sqliteConnection, nil, nil)
    }
}
