import GRDB
import GRDBSQLite
import SQLiteAccess

/// A connection that sees every commit as another connection's, because it never writes.
///
/// It uses SQLite directly, since it needs no table, schema or function: opening it with GRDB took a million
/// instructions.
final class ChangeConnection {
    private var database: OpaquePointer?
    private var statement: OpaquePointer?

    init(path: String) throws {
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        do {
            try check(sqlite3_open_v2(path, &database, flags, nil), SQLITE_OK)
            sqlite3_busy_handler(database, { _, attempts in LockRetry.wait(after: attempts) ? 1 : 0 }, nil)
            try check(sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil), SQLITE_OK)
        } catch {
            close()
            throw error
        }
    }

    deinit {
        close()
    }

    /// Returns a number that changes whenever a connection, of any process, commits.
    func dataVersion() throws -> Int64 {
        defer { sqlite3_reset(statement) }
        try check(sqlite3_step(statement), SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }

    private func close() {
        sqlite3_finalize(statement)
        sqlite3_close_v2(database)
        (statement, database) = (nil, nil)
    }

    private func check(_ code: Int32, _ wanted: Int32) throws {
        guard code != wanted else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(database).map { String(cString: $0) })
    }
}
