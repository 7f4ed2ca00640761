internal import GRDB
internal import SQLiteAccess

/// The rows of a stored response: one in each of the tables `head`, `body` and `use`.
enum DiskRows {
    static func insert(_ stored: StoredResponse, body: [UInt8], now: Double, _ database: Database) throws {
        try RowStatement("INSERT OR REPLACE INTO body(id, bytes) VALUES(?, ?)", in: database).run(2, inPlace: body) {
            $0.bind(1, stored.id)
        }
        try RowStatement("INSERT OR REPLACE INTO head(id, key, stored, meta) VALUES(?, ?, ?, ?)", in: database).run {
            $0.bind(1, stored.id)
            $0.bind(2, stored.key.hash)
            $0.bind(3, stored.responseTime)
            $0.bind(4, HeadCoding.encode(stored))
        }
        try RowStatement("INSERT OR REPLACE INTO use(id, used) VALUES(?, ?)", in: database).run {
            $0.bind(1, stored.id)
            $0.bind(2, now)
        }
    }

    /// Stores a new head for a stored body; does nothing if the response is no longer stored.
    static func update(_ stored: StoredResponse, now: Double, _ database: Database) throws {
        try RowStatement("UPDATE head SET stored = ?, meta = ? WHERE id = ?", in: database).run {
            $0.bind(1, stored.responseTime)
            $0.bind(2, HeadCoding.encode(stored))
            $0.bind(3, stored.id)
        }
        try touch(stored.id, now: now, database)
    }

    static func touch(_ id: Int64, now: Double, _ database: Database) throws {
        try RowStatement("UPDATE use SET used = max(used, ?) WHERE id = ?", in: database).run {
            $0.bind(1, now)
            $0.bind(2, id)
        }
    }

    static func delete(_ id: Int64, _ database: Database) throws {
        for sql in deletions { try RowStatement(sql, in: database).run { $0.bind(1, id) } }
    }

    private static let deletions = ["head", "body", "use"].map { "DELETE FROM \($0) WHERE id = ?" }

    /// Deletes all rows. The commit removes the pages that they leave, and the vacuum stays in this mode.
    static func deleteAll(_ database: Database) throws {
        // An incremental vacuum would change each free page before it removes it: the whole file in memory.
        try database.set("auto_vacuum = FULL")
        // Without a condition SQLite empties a table at once, without visiting its rows.
        for table in ["head", "body", "use"] { try database.execute(sql: "DELETE FROM \(table)") }
    }

    static func ids(of key: CacheKey, _ database: Database) throws -> [Int64] {
        try RowStatement("SELECT id FROM head WHERE key = ?", in: database).numbers { $0.bind(1, key.hash) }
    }

    static func leastRecentlyUsed(_ count: Int, _ database: Database) throws -> [Int64] {
        try RowStatement("SELECT id FROM use ORDER BY used LIMIT ?", in: database).numbers { $0.bind(1, count) }
    }

    /// Counts a transaction; other processes notice changes by this number.
    ///
    /// - Returns: the change's number among the changes of all processes.
    static func countTransaction(_ database: Database) throws -> Int {
        try database.cachedStatement(sql: "UPDATE transactions SET count = count + 1").execute()
        return try serial(database)
    }

    static func serial(_ database: Database) throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT count FROM transactions")) ?? 0
    }

    static func add(_ tally: Tally, _ database: Database) throws {
        guard tally != Tally() else { return }
        try database.cachedStatement(sql: "UPDATE tally SET hits = hits + ?, misses = misses + ?, saved = saved + ?")
            .execute(arguments: [tally.hits, tally.misses, tally.savedBytes])
    }
}
