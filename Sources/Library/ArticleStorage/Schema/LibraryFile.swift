import Dispatch
import GRDB
import Glibc

/// The file that a library lies in: how it is created, recognised and opened.
enum LibraryFile {
    /// "lede" in ASCII, in the header of every library (SQLite's `application_id`).
    static let applicationID: Int32 = 0x6C65_6465

    /// In bytes: an article's text and its neighbours fit into one page. Smaller ones cost more system calls, larger ones more
    /// writing for a single mark.
    private static let pageSize = 16 << 10

    /// In pages (256 MB), at the end of a commit. Whoever takes in much has a `Checkpointer` do it earlier; what is left are
    /// marks, which change the same few pages over and over.
    private static let pagesUntilCheckpoint = 16_384

    /// Makes an empty file of mode 600 where there is none; SQLite gives its companions (`-wal`, `-shm`) the same mode.
    private static func create(at path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw ArticleStoreError.database(
                code: ResultCode.SQLITE_CANTOPEN.rawValue, message: "\(path): \(String(cString: strerror(errno)))")
        } else if usesLog(path) {
            beginLog(at: path + "-wal")
        }
    }

    /// Gives a library that nobody has open a log of one byte, which SQLite takes for an empty one. GRDB wants a log to be
    /// there; without this it would write and sync two transactions whenever the library is opened.
    private static func beginLog(at path: String) {
        guard access(path, F_OK) != 0 else { return }
        let new = "\(path).\(getpid())"
        let descriptor = open(new, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = write(descriptor, [0 as UInt8], 1) == 1
        close(descriptor)
        // Never in place of one that another process has begun meanwhile.
        if isWritten { link(new, path) }
        unlink(new)
    }

    /// Whether the file says of itself that it goes with a write-ahead log (SQLite's file format, 1.3.3).
    private static func usesLog(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var versions: [UInt8] = [0, 0]
        return pread(descriptor, &versions, 2, 18) == 2 && versions == [2, 2]
    }

    /// In KiB (12 MiB), for the writer: the pages that a transaction changes, those of indexes by date all over the library
    /// among them. With SQLite's 2 MB they went into the log and were read back several times before the commit: for 100,000
    /// articles 2.1 GB written and 2.6 GB read.
    private static let writerPages = 12 << 10

    /// How the library's connections are set up.
    ///
    /// With a write-ahead log and `synchronous = NORMAL` (GRDB's setting for it) a commit outlives the death of the process
    /// at any instant, since the log is in the kernel's hands by then; only a power cut may take the last moments, and never
    /// leaves a transaction in halves.
    private static func configuration(path: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = "library"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .callback(waitForWriter)
        AboardArticles.add(to: &configuration, path: path)
        configuration.prepareDatabase { database in
            // Runs ahead of all else on a connection, so that a file of somebody else's is not written to.
            if !database.configuration.readonly {
                try inspect(database, path: path)
                // Journals of single statements, as a mark on many articles needs one, stay in memory.
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
                // Of a new library; one that has tables keeps its own.
                try database.execute(sql: "PRAGMA page_size = \(pageSize)")
                try database.execute(sql: "PRAGMA cache_size = -\(writerPages)")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = \(pagesUntilCheckpoint)")
            }
        }
        return configuration
    }

    static func openPool(path: String) throws -> DatabasePool {
        try create(at: path)
        var attempts = 0
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration(path: path))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // A new file gets its log under the one lock that SQLite asks nobody to wait for.
                guard waitForWriter(attempts: attempts) else { throw error }
                attempts += 1
            }
        }
    }

    /// How large a log may be, in bytes, before the next start should be spared it: the first to open a library reads its
    /// whole log.
    private static let shortLog = 1 << 20

    /// Carries a long log over into the file, and begins a new one.
    static func shortenLog(_ pool: DatabasePool) throws {
        var status = stat()
        guard stat(pool.path + "-wal", &status) == 0, status.st_size > shortLog else { return }
        try pool.writeWithoutTransaction { database in
            try database.checkpoint(.truncate)
            // Where a log is empty, GRDB writes and syncs two transactions when it opens the library next.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    static func openForCheckpoints(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.qos = .utility
        configuration.busyMode = .callback(waitForWriter)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// `mayBeInterrupted`: whoever interrupts a read may hit the end of its transaction, which stays open then, and has to close
    /// the connection.
    static func openReadOnly(path: String, mayBeInterrupted: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = mayBeInterrupted
        AboardArticles.add(to: &configuration, path: path)
        configuration.busyMode = .callback(waitForWriter)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Whoever writes much lets so much time pass between two transactions: a little more than others wait before they ask again.
    static let turn = Duration.microseconds(1_500)

    /// Asks again every millisecond, for 10 s: SQLite's own back-off sleeps up to 100 ms while another process's refresh
    /// writes piece after piece, and a mark should not wait that long.
    private static func waitForWriter(attempts: Int) -> Bool {
        usleep(1_000)
        return attempts < 10_000
    }

    private static func inspect(_ database: Database, path: String) throws {
        // On one state of the file, which somebody else may be making at this moment. What GRDB notes about migrations is there
        // before the first of them has said whose file it is.
        try database.inTransaction(.deferred) {
            let found = try Int32.fetchOne(database, sql: "PRAGMA application_id")
            let isUsed = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name <> 'grdb_migrations')")
            guard found == applicationID || isUsed == false else { throw ArticleStoreError.notALibrary(path: path) }
            guard try !Schema.migrator.hasBeenSuperseded(database) else {
                throw ArticleStoreError.newerSchema(path: path)
            }
            return .commit
        }
    }
}
