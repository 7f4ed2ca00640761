internal import Basics
internal import GRDB
internal import SQLiteAccess

/// The SQLite file of the disk tier: creation, recognition, and replacement of an unusable one.
enum DiskSchema {
    /// The number in `PRAGMA application_id`, which distinguishes a file of this library from any other database.
    private static let applicationID = 0x6c65_6465
    /// In `PRAGMA user_version`. Increase it with any change of the statements below; heads have their own version
    /// (`HeadCoding`), and heads of another version are misses.
    private static let version = 2
    /// The time that a write waits for another process's lock (default 2 s). A process that is stopped while it holds
    /// the lock must not delay others for longer: without the file the cache only misses.
    static let lockTimeout = Duration.seconds(2)

    /// Heads and bodies are in separate tables, so that a 304 rewrites only a head; uses have their own table, so that
    /// a hit rewrites neither.
    private static let statements = """
        CREATE TABLE head(id INTEGER PRIMARY KEY, key INTEGER NOT NULL, stored REAL NOT NULL, meta BLOB NOT NULL);
        CREATE INDEX head_key ON head(key);
        CREATE TABLE body(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE use(id INTEGER PRIMARY KEY, used REAL NOT NULL);
        CREATE INDEX use_used ON use(used);
        CREATE TABLE transactions(count INTEGER NOT NULL);
        INSERT INTO transactions VALUES(0);
        CREATE TABLE tally(hits INTEGER NOT NULL, misses INTEGER NOT NULL, saved INTEGER NOT NULL);
        INSERT INTO tally VALUES(0, 0, 0);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// Opens the file, and creates it if missing. A damaged or older file of this library is deleted; any other file is
    /// renamed and stays unchanged.
    static func open(_ path: String, capacity: Int) throws(CacheError) -> DiskFile {
        try withReasons(path) {
            do {
                return try openFile(path, capacity)
            } catch let error where isUnusable(error) {
                return try lockingReplacement(path) { try openOrReplace(path, capacity) }
            }
        }
    }

    /// Replaces a damaged file. If another process has done so already, only opens the new one.
    static func replace(_ damaged: WALDatabase, capacity: Int) throws(CacheError) -> DiskFile {
        let path = damaged.path
        return try withReasons(path) {
            try lockingReplacement(path) {
                if !damaged.hasMoved { discard(path) }
                return try openOrReplace(path, capacity)
            }
        }
    }

    /// Deletes the file, unless another process is replacing it. Returns false if it stays.
    static func delete(_ path: String) -> Bool {
        SystemCalls.locking(path + ".lock", timeout: lockTimeout) { discard(path) } != nil && !SystemCalls.exists(path)
    }

    /// Runs `body` while no other process replaces the file. Two processes that notice the same damage must not replace
    /// it twice: the second one would delete the new file of the first, which would continue to use it and never see
    /// the other's changes.
    private static func lockingReplacement(_ path: String, _ body: () throws -> DiskFile) throws -> DiskFile {
        guard let file = try SystemCalls.locking(path + ".lock", timeout: lockTimeout, body) else {
            throw CacheError.storage("\(path): another process is replacing it")
        }
        return file
    }

    private static func openOrReplace(_ path: String, _ capacity: Int) throws -> DiskFile {
        do {
            return try openFile(path, capacity)
        } catch let error where isUnusable(error) {
            discard(path)
            return try openFile(path, capacity)
        }
    }

    private static func withReasons(_ path: String, _ body: () throws -> DiskFile) throws(CacheError) -> DiskFile {
        do {
            return try body()
        } catch let error as CacheError {
            throw error
        } catch let error as DatabaseError {
            throw .storage("\(path): \(error.reason)")
        } catch {
            throw .storage("\(path): \(error)")
        }
    }

    private static func isUnusable(_ error: any Error) -> Bool {
        error is OtherLayout || (error as? DatabaseError).map(isDamage) ?? false
    }

    /// True if an error of SQLite means that the file is damaged.
    static func isDamage(_ error: DatabaseError) -> Bool {
        [.foreign, .damaged].contains(error.fault)
            || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ || error.resultCode == .SQLITE_ERROR
    }

    private static let suffixes = ["", "-wal", "-shm"]

    /// Deletes a file of this library, of this version or an older version. Any other file is kept beside the new one
    /// with the suffix `.set-aside`; there is at most one of them.
    private static func discard(_ path: String) {
        let header = DatabaseHeader(SystemCalls.bytes(of: path, from: 0, count: DatabaseHeader.length))
        // lede's library has the same number in its header, but no version.
        let isOwn = header.applicationID == applicationID && (1...version).contains(header.userVersion)
        for suffix in suffixes {
            if isOwn {
                SystemCalls.removeFile(path + suffix)
            } else {
                SystemCalls.rename(path + suffix, to: path + ".set-aside" + suffix)
            }
        }
    }

    private struct OtherLayout: Error {}

    /// The page cache of each connection, in KiB (default 256): each entry is read and written once. With SQLite's 2 MB a
    /// refresh of 1,000 feeds took 0.7 MB more with nothing new, and 5 MB more with 100 new articles each.
    private static let keptPages = 256

    private static func openFile(_ path: String, _ capacity: Int) throws -> DiskFile {
        if let problem = DatabaseFile.create(at: path) {
            // SQLite does not say why.
            throw CacheError.storage("\(path): \(SystemError.words(problem))")
        }
        SystemCalls.makePrivate(path)
        let database = try WALDatabase(
            path: path, configuration: configuration(capacity), timeout: lockTimeout, isUpToDate: hasLayout,
            bringUpToDate: { try $0.inDatabase(makeLayout) })
        return DiskFile(database: database, path: path, pageBytes: try database.readAsWriter(pageBytes))
    }

    private static func configuration(_ capacity: Int) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(lockTimeout / .seconds(1))
        configuration.maximumReaderCount = 8
        configuration.label = "HTTPCache"
        configuration.prepareDatabase { database in
            // Journals of single statements stay in memory.
            try database.set("temp_store = MEMORY")
            try database.set("cache_size = -\(keptPages)")
            // Some distributions build SQLite to overwrite each freed page with zeros, which fills the log.
            try database.set("secure_delete = FAST")
            // `CacheCheckpointer` copies the log.
            try database.set("wal_autocheckpoint = 0")
            guard try database.property("page_count") == 0 else {
                // `DiskTransactions.deleteEverything` was killed before its end.
                if try database.property("auto_vacuum") == 1 { try? database.set("auto_vacuum = INCREMENTAL") }
                return
            }
            // A body of 100 KB takes four large pages instead of twenty-five small ones.
            try database.set("page_size = \(DiskBudget.pageBytes(forCapacity: capacity))")
            try database.set("auto_vacuum = INCREMENTAL")
        }
        return configuration
    }

    private static func pageBytes(_ database: Database) throws -> Int {
        try database.property("page_size") ?? 4096
    }

    private static func makeLayout(_ database: Database) throws {
        try database.inTransaction(.immediate) {
            guard try !hasLayout(database) else { return .rollback }
            try database.execute(sql: statements)
            return .commit
        }
        // The file gets its minimum size while there is room: `DiskTransactions.deleteEverything` needs no more. If
        // another process reads or writes the file now, that process copies the log.
        try? database.set("busy_timeout = 0")
        _ = try? database.checkpoint(.truncate)
    }

    /// Returns false if the file is empty. Throws if it has another layout.
    private static func hasLayout(_ database: Database) throws -> Bool {
        let numbers = try ["application_id", "user_version"].map(database.property)
        guard numbers != [applicationID, version] else { return true }
        let tables = try Int.fetchOne(database.makeStatement(sql: "SELECT count(*) FROM sqlite_master"))
        guard numbers == [0, 0], tables == 0 else { throw OtherLayout() }
        return false
    }
}
