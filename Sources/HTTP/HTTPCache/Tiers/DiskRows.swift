internal import FoundationEssentials
internal import GRDB

/// The rows of a stored response: one in each of the tables `head`, `body` and `use`.
enum DiskRows {
    static func insert(_ stored: StoredResponse, body: [UInt8], now: Double, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO body(id, bytes) VALUES(?, ?)")
            .execute(arguments: [stored.id, Data(body)])
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO head(id, key, stored, meta) VALUES(?, ?, ?, ?)")
            .execute(arguments: [stored.id, stored.key.hash, stored.responseTime, Data(HeadCoding.encode(stored))])
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO use(id, used) VALUES(?, ?)")
            .execute(arguments: [stored.id, now])
    }

    /// Stores a new head for a stored body; nothing if the response is no longer stored.
    static func update(_ stored: StoredResponse, now: Double, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE head SET stored = ?, meta = ? WHERE id = ?")
            .execute(arguments: [stored.responseTime, Data(HeadCoding.encode(stored)), stored.id])
        try touch(stored.id, now: now, database)
    }

    static func touch(_ id: Int64, now: Double, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE use SET used = max(used, ?) WHERE id = ?")
            .execute(arguments: [now, id])
    }

    static func delete(_ id: Int64, _ database: Database) throws {
        for sql in deletions { try database.cachedStatement(sql: sql).execute(arguments: [id]) }
    }

    private static let deletions = ["head", "body", "use"].map { "DELETE FROM \($0) WHERE id = ?" }

    static func deleteAll(_ database: Database) throws {
        // Without a condition SQLite empties a table at once, without visiting its rows.
        for table in ["head", "body", "use"] { try database.execute(sql: "DELETE FROM \(table)") }
    }

    static func ids(of key: CacheKey, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(database.cachedStatement(sql: "SELECT id FROM head WHERE key = ?"), arguments: [key.hash])
    }

    static func leastRecentlyUsed(_ count: Int, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM use ORDER BY used LIMIT ?"), arguments: [count])
    }

    /// Counts a transaction; other processes notice changes by this number.
    ///
    /// - Returns: its number among those of all processes.
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
