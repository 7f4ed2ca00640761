internal import GRDB
private import GRDBSQLite
internal import SQLiteAccess

/// Write transactions that keep the file and its log within their budget.
struct DiskTransactions {
    let file: DiskFile
    let budget: DiskBudget
    let checkpointer: CacheCheckpointer
    /// Removes from the backlog the uses that must be recorded before an eviction.
    let unwrittenUses: (_ limit: Int) -> [Int64: Double]
    /// Changes the record of this process's transactions.
    let serials: ((inout SerialRecord) -> Void) -> Void

    /// Maximum time that a transaction waits for room in the log, while another process empties or reads it.
    private static let logTimeout = Duration.seconds(1)

    /// The log has no room for the transaction, even after it was emptied as much as readers allow.
    struct LogFull: Error {}
    /// The database file has no room, and entries must be evicted first.
    private struct FileFull: Error {}

    /// Runs a transaction that changes entries. It is counted, so that other processes notice it, and recorded as this
    /// process's own: the memory tier has its changes already.
    ///
    /// A removal counts even if it finds no row: the memory tiers of other processes may hold what it removes.
    /// - Parameter work: returns nil if there was nothing to change; such a transaction is not counted.
    @discardableResult
    func change<Value>(
        pages: Int, reservesSpace: Bool = false, _ work: (Database) throws -> Value?
    ) throws -> Value? {
        var isCommitted = false
        defer { serials { $0.end(isCommitted: isCommitted) } }
        let value = try write(pages: pages, reservesSpace: reservesSpace) { database in
            guard let value = try work(database) else { return Value?.none }
            let number = try DiskRows.countTransaction(database)
            serials { $0.begin(number) }
            return value
        }
        isCommitted = true
        return value
    }

    /// - Parameters:
    ///   - pages: an upper bound of the pages that the work changes.
    ///   - reservesSpace: true if the work adds entries; the least recently used ones are evicted for it.
    private func write<Value>(
        pages: Int, reservesSpace: Bool = false, _ work: (Database) throws -> Value
    ) throws -> Value {
        let pages = min(pages, budget.batchPages)
        let start = ContinuousClock.now
        var attempts = 0
        while attempts < 4 {
            do {
                return try file.database.write { database in
                    checkpointer.count(pages: database.pagesWrittenSinceLastCall())
                    guard budget.logHolds(pages, after: file.logBytes) || budget.logPages == 0 else { throw LogFull() }
                    if reservesSpace, try excess(pages, database) > 0 { throw FileFull() }
                    return try work(database)
                }
            } catch is LogFull {
                try emptyLog()
                if ContinuousClock.now - start >= Self.logTimeout {
                    attempts += 1
                } else if !budget.logHolds(pages, after: file.logBytes) {
                    // SQLite does not wait while another process copies the log (sqlite3_wal_checkpoint_v2).
                    SystemCalls.pause(milliseconds: 2)
                }
            } catch is FileFull {
                attempts += 1
                // A little more than needed, so that not every transaction has to evict.
                try evict(pages + budget.databasePages / 16)
            }
        }
        throw LogFull()
    }

    /// Evicts least recently used entries until the file has this many free pages.
    func evict(_ pages: Int) throws {
        while case let uses = unwrittenUses(max(1, budget.batchPages / 3)), !uses.isEmpty {
            try change(pages: 3 * uses.count) { database in
                for (id, time) in uses { try DiskRows.touch(id, now: time, database) }
            }
        }
        var isFull: Bool? = true
        while isFull == true {
            isFull = try change(pages: budget.evictionsAtOnce * DiskBudget.rowPages + DiskBudget.fixedPages) {
                database in
                guard try excess(pages, database) > 0 else { return nil }
                let oldest = try DiskRows.leastRecentlyUsed(budget.evictionsAtOnce, database)
                for id in oldest where try excess(pages, database) > 0 { try DiskRows.delete(id, database) }
                return !oldest.isEmpty
            }
        }
    }

    /// Deletes the entries that `ids` finds, in batches.
    func deleteAll(_ ids: (Database, _ limit: Int) throws -> [Int64]) throws {
        var isDone: Bool? = false
        while isDone == false {
            isDone = try change(pages: budget.evictionsAtOnce * DiskBudget.rowPages + DiskBudget.fixedPages) {
                database in
                let found = try ids(database, budget.evictionsAtOnce)
                for id in found { try DiskRows.delete(id, database) }
                return found.isEmpty
            }
        }
    }

    /// Deletes all entries and shortens the file in one transaction.
    ///
    /// On a full disk the log cannot be copied if that makes the file longer. After this transaction it never does: only
    /// the pages of an empty file remain, and these have been in the file since its creation.
    func deleteEverything() throws {
        // Most changed pages are deleted before the commit. Written out early, they would lengthen the log.
        try file.database.writeWithoutTransaction { try $0.set("cache_spill = OFF") }
        defer {
            // The mode of the vacuum is in the file, so the log may need room for it.
            try? emptyLog()
            try? file.database.writeWithoutTransaction { database in
                try database.set("cache_spill = ON")
                try database.set("auto_vacuum = INCREMENTAL")
            }
        }
        try change(pages: DiskBudget.fixedPages) { try DiskRows.deleteAll($0) }
    }

    /// Returns free pages to the file system: all beyond the budget, and most of a mostly empty file.
    func shrink() throws {
        do {
            try vacuum()
        } catch let error as DatabaseError where error.fault == .full {
            // The deletions have filled the log; once it is copied, it has room for the moved pages.
            try emptyLog()
            try vacuum()
        }
        try emptyLog()
    }

    private func vacuum() throws {
        let step = max(1, budget.logPages / 4)
        var isDone = false
        while !isDone {
            isDone = try write(pages: 3 * step + DiskBudget.fixedPages) { database in
                let (all, free) = try counts(database)
                guard free > 0, all > budget.databasePages || free * 2 > all else { return true }
                try database.execute(sql: "PRAGMA incremental_vacuum(\(step))")
                return try counts(database).free == free
            }
        }
    }

    /// Copies the log into the database file and truncates it; readers and writers of other processes may prevent that.
    private func emptyLog() throws {
        try checkpointer.pausing {
            try file.database.writeWithoutTransaction { database in
                try database.set("busy_timeout = 250")
                defer { try? database.set("busy_timeout = \(Int(DiskSchema.lockTimeout / .milliseconds(1)))") }
                do {
                    try database.checkpoint(.truncate)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    // The log stays full; the transaction that needs the room fails.
                }
            }
        }
    }

    /// Returns the number of pages by which the file would exceed its share if it had `pages` more.
    private func excess(_ pages: Int, _ database: Database) throws -> Int {
        let (all, free) = try counts(database)
        return all - free + pages - budget.databasePages
    }

    private func counts(_ database: Database) throws -> (all: Int, free: Int) {
        (
            try Int.fetchOne(database.cachedStatement(sql: "PRAGMA page_count")) ?? 0,
            try Int.fetchOne(database.cachedStatement(sql: "PRAGMA freelist_count")) ?? 0
        )
    }
}

extension Database {
    /// Returns the number of pages that this connection has written to the log in earlier transactions
    /// (`SQLITE_DBSTATUS_CACHE_WRITE`).
    fileprivate func pagesWrittenSinceLastCall() -> Int {
        var (pages, highest) = (Int32(0), Int32(0))
        sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &highest, 1)
        return Int(pages)
    }
}
