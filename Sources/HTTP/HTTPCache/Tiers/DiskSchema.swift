internal import GRDB

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// The SQLite file of the disk tier: how it is made, known again, and set aside where it is not ours.
enum DiskSchema {
    /// "lede", in `PRAGMA application_id`.
    private static let applicationID = 0x6c65_6465
    /// In `PRAGMA user_version`; another one, newer ones too, means another layout. Goes up with any change of the statements
    /// below; what a head looks like has a number of its own (`HeadCoding`), and heads of another number are misses.
    private static let version = 1

    /// In bytes.
    private static let pageSize = 32 << 10
    /// In pages (8 MB).
    private static let pagesUntilCheckpoint = 256

    /// Heads and bodies are apart, so that a 304 rewrites a head only; triggers keep the sum of all sizes for every process.
    private static let statements = """
        CREATE TABLE head(
            id INTEGER PRIMARY KEY, key INTEGER NOT NULL, used REAL NOT NULL, stored REAL NOT NULL,
            size INTEGER NOT NULL, meta BLOB NOT NULL);
        CREATE INDEX head_key ON head(key);
        CREATE INDEX head_used ON head(used);
        CREATE TABLE body(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE usage(bytes INTEGER NOT NULL, serial INTEGER NOT NULL);
        INSERT INTO usage VALUES(0, 0);
        CREATE TABLE tally(hits INTEGER NOT NULL, misses INTEGER NOT NULL, saved INTEGER NOT NULL);
        INSERT INTO tally VALUES(0, 0, 0);
        CREATE TRIGGER head_added AFTER INSERT ON head BEGIN
            UPDATE usage SET bytes = bytes + NEW.size;
        END;
        CREATE TRIGGER head_changed AFTER UPDATE OF size ON head BEGIN
            UPDATE usage SET bytes = bytes + NEW.size - OLD.size;
        END;
        CREATE TRIGGER head_removed AFTER DELETE ON head BEGIN
            UPDATE usage SET bytes = bytes - OLD.size;
            DELETE FROM body WHERE id = OLD.id;
        END;
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// Opens the file, making it where there is none; a damaged, foreign or newer one is renamed and a new one begun.
    static func open(_ path: String) throws(CacheError) -> DatabasePool {
        do {
            do {
                return try openPatiently(path)
            } catch let error as DatabaseError where isDamage(error) {
                setAside(path)
                return try openPatiently(path)
            } catch is NotOurs {
                setAside(path)
                return try openPatiently(path)
            }
        } catch let error as DatabaseError {
            throw .storage("\(path): \(error.message ?? "SQLite error \(error.resultCode.rawValue)")")
        } catch {
            throw .storage("\(path): \(error)")
        }
    }

    /// What SQLite says of a file that can't be trusted any more.
    static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT].contains(error.resultCode)
            || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ || error.resultCode == .SQLITE_ERROR
    }

    /// Keeps the file next to the new one, under `.set-aside`, and at most one of them.
    static func setAside(_ path: String) {
        for suffix in ["", "-wal", "-shm"] {
            rename(path + suffix, path + ".set-aside" + suffix)
        }
    }

    private struct NotOurs: Error {}

    // Two processes that begin together: turning the journal to WAL may find the file busy without waiting.
    private static func openPatiently(_ path: String) throws -> DatabasePool {
        for _ in 0..<100 {
            do {
                return try openOnce(path)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                usleep(20_000)
            }
        }
        return try openOnce(path)
    }

    private static func openOnce(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 8
        configuration.label = "HTTPCache"
        configuration.prepareDatabase { database in
            // In WAL mode this survives a killed process, and a power cut costs the last moments only.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            // Journals of single statements stay in memory.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            // Of a new file: a body of 100 KB then takes four pages, not twenty-five.
            try database.execute(sql: "PRAGMA page_size = \(pageSize)")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(pagesUntilCheckpoint)")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.write { database in
            let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
            let found = try Int.fetchOne(database, sql: "PRAGMA user_version")
            if application == applicationID, found == version { return }
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            guard application == 0, found == 0, tables == 0 else { throw NotOurs() }
            try database.execute(sql: statements)
        }
        return pool
    }
}
