internal import GRDB

/// Makes room on disk: what was used longest ago goes first.
enum Eviction {
    static func evict(down capacity: Int, _ database: Database) throws {
        var excess = try usage(database) - capacity
        while excess > 0 {
            let oldest = try Row.fetchAll(database, sql: "SELECT id, size FROM head ORDER BY used LIMIT 64")
            guard !oldest.isEmpty else { return }
            for row in oldest where excess > 0 {
                let size: Int = row[1]
                try database.cachedStatement(sql: "DELETE FROM head WHERE id = ?").execute(arguments: [row[0] as Int64])
                excess -= size
            }
        }
    }

    /// Gives pages back to the file system where most of the file is empty.
    static func shrink(_ pool: DatabasePool) throws {
        let isMostlyEmpty = try pool.read { database in
            let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
            let all = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            return free > 64 && free * 2 > all
        }
        if isMostlyEmpty { try pool.vacuum() }
    }

    private static func usage(_ database: Database) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT bytes FROM usage")
        return try Int.fetchOne(statement) ?? 0
    }
}
