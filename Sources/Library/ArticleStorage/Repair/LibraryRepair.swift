import Basics
import FoundationEssentials
import GRDB
import Glibc
import SQLiteAccess

/// Checks and repairs a library that no other process has open.
package struct LibraryRepair {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Returns the problems found, a line each; empty if there are none.
    package func problems() throws(ArticleStoreError) -> [String] {
        do {
            return try LibraryFile.openForCheckpoints(path: path).inDatabase { database in
                try checkOwner(database)
                return try Self.problems(database)
            }
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Repairs the library and keeps the damaged one beside it. Returns the path of the damaged one.
    package func repair() throws(ArticleStoreError) -> String {
        do {
            // The connection is closed before the copy: closing a copied file releases this process's locks on it.
            let unchecked = try LibraryFile.openForCheckpoints(path: path)
            try unchecked.inDatabase(checkOwner)
            try unchecked.close()
            let copy = try keepCopy()
            let database = try LibraryFile.openForCheckpoints(path: path)
            database.inDatabase { database in
                try? database.inTransaction {
                    try database.rebuildSearch()
                    return .commit
                }
                try? database.execute(sql: "REINDEX")
            }
            if try !database.inDatabase({ try Self.problems($0) }).isEmpty { try salvage(database) }
            return copy
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Throws if another program or a newer version has written the file: its layout may look like damage.
    private func checkOwner(_ database: Database) throws {
        do {
            try database.inTransaction {
                _ = try LibraryFile.isUpToDate(database, path: path)
                return .commit
            }
        } catch let error as ArticleStoreError {
            throw error
        } catch let error as DatabaseError where error.fault.isOfSurroundings {
            throw error
        } catch {
            // The error means damage, which the check reports.
        }
    }

    private static func problems(_ database: Database) throws -> [String] {
        var problems: [String] = []
        do {
            problems += try String.fetchAll(database, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
            let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
            if orphans > 0 { problems.append("\(orphans) rows refer to rows that no longer exist") }
        } catch let error as DatabaseError where !error.fault.isOfSurroundings {
            problems.append("the library is damaged: \(error.message ?? "")")
        }
        do {
            try database.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 0)")
        } catch let error as DatabaseError where !error.fault.isOfSurroundings {
            problems.append("the search index is damaged: \(error.message ?? "")")
        }
        return problems
    }

    /// Copies all files of the library in their present state.
    private func keepCopy() throws -> String {
        let copy = "\(path).damaged-\(time(nil))"
        for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
            do {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            } catch {
                throw ArticleStoreError.database(.unopenable, message: "no copy can be made at \(copy)")
            }
        }
        return copy
    }

    // MARK: - Salvage

    /// Copies every readable row into a new library, which replaces the damaged one.
    private func salvage(_ damaged: DatabaseQueue) throws {
        let new = path + ".new"
        for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
        _ = try ArticleStore(path: new)
        let target = try LibraryFile.openForCheckpoints(path: new)
        try target.inDatabase { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            try database.execute(sql: "ATTACH DATABASE ? AS damaged", arguments: [path])
            let triggers = try Row.fetchAll(
                database, sql: "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
            for trigger in triggers { try database.execute(sql: "DROP TRIGGER main.\"\(trigger[0] as String)\"") }
            for table in try Self.tables(database) { try Self.copy(table, in: database) }
            try database.execute(sql: "DETACH DATABASE damaged")
            try Self.removeOrphans(database)
            try Self.count(database)
            for trigger in triggers { try database.execute(sql: trigger[1]) }
            try database.rebuildSearch()
            try database.execute(sql: "PRAGMA foreign_keys = ON")
            try database.checkpoint(.truncate)
        }
        try target.close()
        try damaged.close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else {
            throw ArticleStoreError.database(.unopenable, message: "\(path): \(SystemError.words())")
        }
        for suffix in ["-wal", "-shm"] { unlink(new + suffix) }
    }

    /// Removes rows whose parent row is lost; some of them are parents of others.
    private static func removeOrphans(_ database: Database) throws {
        // No chain of parent rows is longer.
        for _ in 0..<10 {
            let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
                .compactMap { row in (row[1] as Int64?).map { (table: row[0] as String, id: $0) } }
            guard !orphans.isEmpty else { return }
            for orphan in orphans {
                try database.execute(sql: "DELETE FROM \"\(orphan.table)\" WHERE rowid = ?", arguments: [orphan.id])
            }
        }
    }

    /// Counts the articles of each feed anew, since some may be lost.
    private static func count(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO tally (subscription) SELECT id FROM subscription;
                UPDATE tally SET
                    articles = (SELECT count(*) FROM article WHERE article.subscription = tally.subscription AND isListed),
                    unread = (SELECT count(*) FROM article
                        WHERE article.subscription = tally.subscription AND isListed AND NOT isRead),
                    starred = (SELECT count(*) FROM article
                        WHERE article.subscription = tally.subscription AND isListed AND isStarred)
                """)
    }

    private static func tables(_ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT IN ('grdb_migrations', 'search', 'search_data', 'search_idx', 'search_docsize',
                        'search_config', 'search_content', 'searchProgress', 'reindex')
                    AND name IN (SELECT name FROM damaged.sqlite_master)
                """)
    }

    /// Copies from the first row to the damage, and from the last row back to it.
    private static func copy(_ table: String, in database: Database) throws {
        let columns = try String.fetchAll(
            database,
            sql: """
                SELECT '"' || name || '"' FROM pragma_table_info(?1, 'main')
                WHERE name IN (SELECT name FROM pragma_table_info(?1, 'damaged'))
                """, arguments: [table]
        ).joined(separator: ", ")
        try database.execute(sql: "DELETE FROM main.\"\(table)\"")
        let copy = "INSERT OR REPLACE INTO main.\"\(table)\" (\(columns)) SELECT \(columns) FROM damaged.\"\(table)\""
        if (try? database.execute(sql: copy)) != nil { return }
        for (order, reached) in [("ASC", ">"), ("DESC", "<")] {
            var last: Int64?
            while true {
                let from = last.map { "WHERE rowid \(reached) \($0)" } ?? ""
                let sql = "SELECT rowid FROM damaged.\"\(table)\" \(from) ORDER BY rowid \(order) LIMIT 1"
                guard let row = try? Int64.fetchOne(database, sql: sql) else { break }
                guard (try? database.execute(sql: "\(copy) WHERE rowid = \(row)")) != nil else { break }
                last = row
            }
        }
    }
}
