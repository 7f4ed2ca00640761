import GRDB
import SQLiteAccess

/// Copies every readable row of a damaged library into a new one.
struct Salvage {
    /// The only open connection to the damaged library.
    let damaged: DatabaseQueue
    /// The path of the new library.
    let path: String

    /// A table after its rows were copied.
    private struct CopiedTable {
        let name: String
        /// The rows of the damaged table; nil if they cannot be counted.
        let total: Int?
        let copied: Int
        let isWhole: Bool
    }

    /// The new library before its triggers exist.
    private struct Copies {
        var tables: [CopiedTable] = []
        var triggers: [String] = []
        /// The number of feeds with a readable address and nothing else.
        var bareFeeds = 0
    }

    /// Creates the new library. Returns everything that is lost, one line for each kind.
    func run() throws -> [String] {
        _ = try LibraryFile.openDatabase(path: path)
        let copies = try damaged.inDatabase(copyTables)
        let target = try LibraryFile.openForCheckpoints(path: path)
        let losses = try target.inDatabase { database in
            try database.set("foreign_keys = OFF")
            try Self.removeOrphans(database)
            try Self.completeFeeds(database)
            if copies.tables.contains(where: { ["article", "content"].contains($0.name) && !$0.isWhole }) {
                try Self.forgetDocuments(in: database)
            }
            let losses = try Self.losses(copies, in: database) + Self.restartLog(copies, in: database)
            for trigger in copies.triggers { try database.execute(sql: trigger) }
            try database.rebuildSearch()
            try database.set("foreign_keys = ON")
            try database.checkpoint(.truncate)
            return losses
        }
        try target.close()
        return losses
    }

    // MARK: - Copying

    private func copyTables(_ database: Database) throws -> Copies {
        // The attempt to rebuild the search index may have reset this setting.
        try database.set("writable_schema = ON")
        try database.execute(sql: "ATTACH DATABASE ? AS salvaged", arguments: [path])
        // The last checkpoint writes the whole file to the disk.
        try database.set("salvaged.synchronous = OFF")
        var copies = Copies()
        let triggers = try Row.fetchAll(
            database, sql: "SELECT name, sql FROM salvaged.sqlite_master WHERE type = 'trigger'")
        for trigger in triggers {
            copies.triggers.append(trigger[1] as String)
            try database.execute(sql: "DROP TRIGGER salvaged.\"\(trigger[0] as String)\"")
        }
        for table in try Self.tables(database) {
            let copied = try Self.copy(table, in: database)
            copies.tables.append(copied)
            if table == "subscription", !copied.isWhole { copies.bareFeeds = try Self.copyAddresses(database) }
        }
        try Self.continueNumbers(database)
        try database.execute(sql: "DETACH DATABASE salvaged")
        return copies
    }

    /// Returns the tables of both libraries, without those that are computed from others.
    private static func tables(_ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM salvaged.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT IN ('grdb_migrations', 'search', 'search_data', 'search_idx', 'search_docsize',
                        'search_config', 'search_content', 'searchProgress', 'reindex', 'tally')
                    AND name IN (SELECT name FROM main.sqlite_master)
                """)
    }

    private static func copy(_ table: String, in database: Database) throws -> CopiedTable {
        let columns = try String.fetchAll(
            database,
            sql: """
                SELECT '"' || name || '"' FROM pragma_table_info(?1, 'salvaged')
                WHERE name IN (SELECT name FROM pragma_table_info(?1, 'main'))
                """, arguments: [table]
        ).joined(separator: ", ")
        try database.execute(sql: "DELETE FROM salvaged.\"\(table)\"")
        let insertion = "INSERT OR REPLACE INTO salvaged.\"\(table)\" (\(columns))"
        let rows = "SELECT \(columns) FROM main.\"\(table)\""
        let isWhole = try isReadable { try database.execute(sql: "\(insertion) \(rows)") }
        if !isWhole, (try? database.makeStatement(sql: "SELECT rowid FROM salvaged.\"\(table)\"")) != nil {
            try copyRanges(of: table, "\(insertion) \(rows)", in: database)
        } else if !isWhole {
            try copyFromBothEnds(of: table, insertion, rows, in: database)
        }
        let total = try? count(table, in: "main", database)
        let copied = try count(table, in: "salvaged", database)
        return CopiedTable(name: table, total: total, copied: copied, isWhole: isWhole)
    }

    private static func count(_ table: String, in schema: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(schema).\"\(table)\"") ?? 0
    }

    /// Runs statements that read the damaged library. Returns false if they met damage; throws any other error.
    private static func isReadable(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as DatabaseError where error.isUnreadableRow {
            return false
        }
    }

    /// Maximum number of attempts for one table: a damaged file may claim any row ids.
    private static let maximumAttempts = 1 << 20

    /// Copies a table that has row ids. A range with an unreadable row is halved until that row alone is left out.
    private static func copyRanges(of table: String, _ copy: String, in database: Database) throws {
        let copy = copy + " WHERE rowid BETWEEN ? AND ?"
        let last = lastRow(of: table, in: database)
        guard last >= 0, (try? database.makeStatement(sql: copy)) != nil else { return }
        var ranges = [0...last]
        var attempts = 0
        while let range = ranges.popLast(), attempts < maximumAttempts {
            attempts += 1
            let (lower, upper) = (range.lowerBound, range.upperBound)
            // A statement that failed cannot run again: GRDB compiles another one.
            let isWhole = try isReadable { try database.run(copy, [lower, upper]) }
            guard !isWhole, lower < upper else { continue }
            let middle = lower + (upper - lower) / 2
            ranges.append(middle + 1...upper)
            ranges.append(lower...middle)
        }
    }

    /// Returns the largest row id of a table. If it cannot be read, the largest of all tables: most have the ids of
    /// articles.
    private static func lastRow(of table: String, in database: Database) -> Int64 {
        if let last = try? Int64.fetchOne(database, sql: "SELECT max(rowid) FROM main.\"\(table)\"") { return last }
        let others = ["article", "content", "loggedArticle", "subscription", "ownTag", "outbox"]
        var queries = others.map { "SELECT max(rowid) FROM main.\"\($0)\"" }
        queries.append("SELECT max(seq) FROM main.sqlite_sequence")
        return queries.compactMap { try? Int64.fetchOne(database, sql: $0) }.max() ?? 0
    }

    /// Copies a table without row ids: from the first row to the damage, and from the last row back to it.
    private static func copyFromBothEnds(
        of table: String, _ insertion: String, _ rows: String, in database: Database
    ) throws {
        let key = try String.fetchAll(
            database,
            sql: """
                SELECT '"' || name || '"' FROM pragma_table_info(?, 'salvaged') WHERE pk > 0 ORDER BY pk
                """, arguments: [table])
        for direction in ["ASC", "DESC"] {
            let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
            _ = try isReadable {
                let found = try Row.fetchCursor(database, sql: "\(rows) ORDER BY \(order)")
                while let row = try found.next() {
                    let values = StatementArguments(row.databaseValues)
                    let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
                    _ = try isReadable {
                        try database.cachedStatement(sql: "\(insertion) VALUES (\(marks))").execute(arguments: values)
                    }
                }
            }
        }
    }

    /// Keeps the addresses of feeds whose rows cannot be read, from their index: articles stay only with their feed.
    private static func copyAddresses(_ database: Database) throws -> Int {
        let before = try count("subscription", in: "salvaged", database)
        _ = try isReadable {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO salvaged.subscription (id, feedURL, folder, position)
                    SELECT id, feedURL, '', id FROM main.subscription INDEXED BY sqlite_autoindex_subscription_1
                    """)
        }
        return try count("subscription", in: "salvaged", database) - before
    }

    /// Exclusive upper bound of numbers that are believed (2⁵³): damage may claim the largest number of all, after
    /// which a table does not accept a row.
    private static let numberBound = "(1 << 53)"

    /// Continues the numbers of the damaged library. The change log, journals and packed articles name rows by number,
    /// so a new row must not get the number of one that was removed or is lost.
    private static func continueNumbers(_ database: Database) throws {
        let numbers = """
            SELECT max(seq) FROM main.sqlite_sequence AS former
            WHERE typeof(seq) = 'integer' AND seq < \(numberBound) AND former.name =
            """
        _ = try isReadable {
            try database.execute(
                sql: """
                    INSERT INTO salvaged.sqlite_sequence (name, seq)
                    SELECT name, 0 FROM salvaged.sqlite_master
                    WHERE name IN (SELECT name FROM main.sqlite_sequence)
                        AND name NOT IN (SELECT name FROM salvaged.sqlite_sequence);
                    UPDATE salvaged.sqlite_sequence
                    SET seq = max(seq, coalesce((\(numbers) sqlite_sequence.name), 0))
                    """)
        }
        try database.execute(
            sql: """
                UPDATE salvaged.sqlite_sequence SET seq = max(seq, coalesce(
                    (SELECT max(through) FROM salvaged.changeLog WHERE through < \(numberBound)), 0))
                WHERE name = 'article'
                """)
    }

    // MARK: - Completion

    /// Removes rows whose parent row is lost, or their reference to it; some of them are parents of others.
    private static func removeOrphans(_ database: Database) throws {
        // No chain of parent rows is longer than this.
        for _ in 0..<10 {
            let references = try Row.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT orphan."table", reference."from", orphan.parent, reference."to", reference.on_delete
                    FROM pragma_foreign_key_check AS orphan, pragma_foreign_key_list(orphan."table") AS reference
                    WHERE reference.id = orphan.fkid
                    """)
            guard !references.isEmpty else { return }
            for reference in references {
                let (table, column) = (reference[0] as String, reference[1] as String)
                let (parent, key) = (reference[2] as String, reference[3] as String)
                let isCleared = reference[4] as String == "SET NULL"
                let change = isCleared ? "UPDATE \"\(table)\" SET \"\(column)\" = NULL" : "DELETE FROM \"\(table)\""
                try database.execute(
                    sql: """
                        \(change) WHERE "\(column)" IS NOT NULL
                            AND "\(column)" NOT IN (SELECT "\(key)" FROM "\(parent)")
                        """)
            }
        }
    }

    /// Gives each feed a polling state, without which no list shows it, and counts its articles again.
    private static func completeFeeds(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO polling (subscription) SELECT id FROM subscription;
                INSERT OR IGNORE INTO tally (subscription) SELECT id FROM subscription;
                UPDATE tally SET
                    articles = (SELECT count(*) FROM article
                        WHERE article.subscription = tally.subscription AND isListed),
                    unread = (SELECT count(*) FROM article
                        WHERE article.subscription = tally.subscription AND isListed AND NOT isRead),
                    starred = (SELECT count(*) FROM article
                        WHERE article.subscription = tally.subscription AND isListed AND isStarred)
                """)
    }

    /// Makes the next refresh read each feed's document although it is unchanged: it may have the lost articles and
    /// texts. For the same reason accounts list everything again.
    private static func forgetDocuments(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE polling SET digest = NULL, etag = NULL, lastModified = NULL, validatorsSince = NULL;
                UPDATE account SET epoch = NULL, cursor = NULL, anchor = NULL;
                UPDATE article SET fingerprint = \(IncomingArticle.importedContent)
                WHERE id NOT IN (SELECT article FROM content)
                """)
    }

    /// The tables of the change log.
    private static let logTables = ["changeLog", "loggedArticle", "loggedFeed", "changedArticle", "changedFeed"]

    /// Empties the change log unless all of it is saved and its numbers are plausible; returns the loss. An article
    /// without an entry would reach no client of `lede serve`, and the articles of a feed without one would be reported
    /// as deleted.
    private static func restartLog(_ copies: Copies, in database: Database) throws -> [String] {
        let log = copies.tables.filter { logTables.contains($0.name) }
        let isWhole = log.filter(\.isWhole).count == logTables.count
        let damagedNumbers = "SELECT 1 FROM changeLog WHERE max(last, through, givenUp) >= \(numberBound)"
        // A library of an early version has no log.
        guard !log.isEmpty, try !isWhole || database.hasRow(damagedNumbers) else {
            try noteLostArticles(in: database)
            return []
        }
        for table in logTables { try database.execute(sql: "DELETE FROM \"\(table)\"") }
        return ["the change log: the clients of `lede serve` list everything again"]
    }

    /// Notes the lost articles in the change log, as retention notes the articles that it removes: an article that its
    /// feed still offers must get its wire id again, or clients would have it twice.
    private static func noteLostArticles(in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO changedArticle (article, wasListed)
                SELECT article, 1 FROM loggedArticle
                WHERE isDeleted = 0 AND article NOT IN (SELECT id FROM article)
                """)
    }

    // MARK: - Losses

    /// The names of tables in messages.
    private static let names = [
        "subscription": "feeds", "article": "articles", "content": "texts of articles", "pageText": "fetched pages",
        "earlierText": "earlier texts", "ownTag": "tags", "setting": "settings", "savedSearch": "saved searches",
        "folder": "folders", "account": "accounts", "playback": "positions in enclosures",
        "readingPlace": "reading positions", "opened": "articles in the history",
        "queue": "queued addresses and pages", "followedList": "followed lists",
    ]

    private static func losses(_ copies: Copies, in database: Database) throws -> [String] {
        let tables = copies.tables.filter { !logTables.contains($0.name) }
        var losses = try tables.compactMap { try loss(of: $0, in: database) }
        if copies.bareFeeds > 0 { losses.append("feeds with only their address saved: \(copies.bareFeeds)") }
        return losses
    }

    private static func loss(of table: CopiedTable, in database: Database) throws -> String? {
        let saved = try count(table.name, in: "main", database)
        let name = names[table.name] ?? "rows of \(table.name)"
        guard let counted = table.total, counted > 0 || table.isWhole else {
            return "\(name): \(saved) saved, an unknown number lost"
        }
        let total = max(counted, table.copied)
        return saved < total ? "\(name): \(saved) of \(total) saved" : nil
    }
}

extension DatabaseError {
    /// True if the content of a row or a page is the cause, or a disk that cannot read it; false for a disk that cannot
    /// write, a lock and all other causes outside the file.
    var isUnreadableRow: Bool {
        !fault.isEnvironmental || [.SQLITE_IOERR_READ, .SQLITE_TOOBIG].contains(extendedResultCode)
    }
}
