import Basics
import Dispatch
import GRDB
import Glibc
import SQLiteAccess

/// Creates, recognises and opens the file of a library.
enum LibraryFile {
    /// "lede" in ASCII, in the header of every library (SQLite's `application_id`).
    static let applicationID = 0x6C65_6465

    /// In bytes: the row of an article with its text fits into one page. Smaller pages cost more system calls, larger
    /// ones more writing for a single mark.
    static let pageSize = 16 << 10

    /// The log's length, in pages (256 MB), at which a commit copies it. Bulk writes use a `Checkpointer`, which acts
    /// earlier; the remaining commits are marks, which change the same few pages over and over.
    private static let pagesUntilCheckpoint = 16_384

    /// The writer's page cache, in KiB (12 MiB): it holds the pages that a transaction changes, including those of
    /// indexes by date across the whole library. With SQLite's 2 MB those pages were written to the log and read back
    /// several times before the commit: for 100,000 articles 2.1 GB written and 2.6 GB read.
    private static let writerPages = 12 << 10

    /// Gives the writer its page cache. Until the first large write the writer keeps SQLite's default cache: commands
    /// also read on this connection and would fill a larger one.
    static func keepManyPages(_ writer: Database) throws {
        try writer.set("cache_size = -\(writerPages)")
    }

    /// In KiB (256 KiB): a writer that reads each page once.
    private static let fewPages = 256

    static func keepFewPages(_ writer: Database) throws {
        try writer.set("cache_size = -\(fewPages)")
    }

    /// Returns the configuration of the library's connections.
    private static func configuration(path: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = "library"
        configuration.maximumReaderCount = 4
        configuration.busyMode = LockRetry.busyMode
        PackedArticles.add(to: &configuration, path: path)
        ComposedText.add(to: &configuration)
        configuration.prepareDatabase { database in
            if !database.configuration.readonly {
                // Journals of single statements, which a mark on many articles needs, stay in memory.
                try database.set("temp_store = MEMORY")
                // Applies to a new library; a library that has tables keeps its page size.
                try database.set("page_size = \(pageSize)")
                try database.set("wal_autocheckpoint = \(pagesUntilCheckpoint)")
            }
        }
        return configuration
    }

    static func openDatabase(path: String) throws -> WALDatabase {
        try checkLog(path: path)
        if let problem = DatabaseFile.create(at: path) {
            throw ArticleStoreError.database(.unopenable, message: "\(path): \(SystemError.words(problem))")
        }
        return try WALDatabase(
            path: path, configuration: configuration(path: path), isUpToDate: { try isUpToDate($0, path: path) },
            bringUpToDate: Schema.bringUpToDate)
    }

    /// Throws if the file is empty and its log is not: SQLite would delete the log, which often has the whole library.
    static func checkLog(path: String) throws {
        var (file, log) = (stat(), stat())
        guard stat(path, &file) == 0, file.st_size == 0, stat(path + "-wal", &log) == 0, log.st_size > 0 else { return }
        let way = "restore a backup, or move \(path)-wal away to begin with an empty library"
        throw ArticleStoreError.database(.program, message: "\(path) is empty, but its log is not; \(way)")
    }

    /// Copies a log longer than this, in bytes, into the file and starts a new one.
    static func shortenLog(_ database: WALDatabase, beyond length: Int) throws {
        var status = stat()
        guard stat(database.path + "-wal", &status) == 0, status.st_size > length else { return }
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    static func openForCheckpoints(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.qos = .utility
        configuration.busyMode = LockRetry.busyMode
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens a damaged library that nothing else has open: while there is another connection, it fails with SQLITE_BUSY
    /// after half a second. Nothing else can open the library after `lock`, until this connection is closed.
    static func openExclusively(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "repair"
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(0.5)
        configuration.prepareDatabase { database in
            // Otherwise SQLite refuses a file that is shorter than its header says.
            try database.set("writable_schema = ON")
            try database.set("locking_mode = EXCLUSIVE")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Takes the lock of a connection that `openExclusively` has opened.
    static func lock(_ database: Database) throws {
        // A commit would write a corrected number of pages into a file that was cut short. In this locking mode the lock
        // outlives the transaction.
        try database.inTransaction(.exclusive) { .rollback }
    }

    /// An interruption may hit the end of a read's transaction, which then stays open; the caller has to close the
    /// connection.
    static func openInterruptible(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        PackedArticles.add(to: &configuration, path: path)
        ComposedText.add(to: &configuration)
        configuration.busyMode = LockRetry.busyMode
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The pause between two transactions of a bulk write: other writers retry in between.
    static let pauseBetweenWrites = LockRetry.pause * 1.5

    /// Returns true if the file is a library whose schema is up to date. Throws if another program or a newer version has
    /// written it.
    static func isUpToDate(_ database: Database, path: String) throws -> Bool {
        switch try Schema.migrator.state(of: database, applicationID: applicationID) {
        case .upToDate: true
        case .older: false
        case .newer: throw ArticleStoreError.newerSchema(path: path)
        case .foreign: throw ArticleStoreError.notALibrary(path: path)
        }
    }
}
