import Basics
package import FeedRules
import GRDB
import GRDBSQLite
import Glibc
import SQLiteAccess
import Synchronization

import struct FoundationEssentials.Date

/// The library: subscriptions, articles, marks and the polling state of each feed. It is the only access to the
/// database.
///
/// Every call is synchronous and may come from any thread. Reads run in parallel with a writer in this process or
/// another (WAL) and take tens of microseconds; writes are short transactions, one at a time.
package final class ArticleStore: Sendable {
    private let database: WALDatabase
    /// The open file: the library, or a copy of it in memory.
    let path: String
    /// The library's own file; the journals of marks are beside it.
    let libraryPath: String
    private let copy: ReadOnlyCopy?
    private let openedFile: FileIdentity?
    /// The reason why nothing can be stored, in one line; nil if the library is writable.
    package let readOnlyReason: String?
    /// The rules of the person's files, without those made in the reader.
    let ownRules = Mutex(RuleSet())
    /// The rules that apply to articles as they are stored.
    private let rulesInForce = Mutex(RuleSet())
    /// The time when the next mute in force ends; nil if none ends.
    let nextMuteEnd = Mutex<Date?>(nil)
    let checkpointer: Checkpointer
    let backlogAhead = BacklogPrefetch()
    private let storiesTogether = Atomic(false)
    /// The thread whose reads use the writer's connection; 0 means none.
    private let startingThread = Atomic<pthread_t>(0)
    /// True while reads use the writer's connection whenever it is idle.
    private let readsOnIdleWriter = Atomic(false)
    /// The number of running or waiting accesses to the writer's connection.
    private let writerAccesses = Atomic(0)
    /// The end of the last transaction of `writeAfterPause`.
    private let lastBulkWrite = Mutex<ContinuousClock.Instant?>(nil)
    private let hasLargeCache = Atomic(false)
    private let changes = Mutex(ChangesSeen())

    /// Opens the library. If there is none, creates it, readable by its owner only.
    ///
    /// Throws `newerSchema` or `notALibrary` before anything is written.
    package init(path: String) throws(ArticleStoreError) {
        libraryPath = path
        do throws(ArticleStoreError) {
            database = try Self.open(path)
            (self.path, copy, readOnlyReason) = (path, nil, nil)
        } catch {
            guard case .database(let fault, _) = error, fault.mayBeReadable, let copy = ReadOnlyCopy(of: path) else {
                throw error
            }
            database = try Self.open(copy.path)
            (self.path, self.copy) = (copy.path, copy)
            let cause = "\(path) cannot be written (disk full or no permission)"
            readOnlyReason = "nothing can be stored: \(cause); the next start tries again"
        }
        openedFile = FileIdentity(of: self.path)
        checkpointer = Checkpointer(path: self.path)
    }

    /// Waits until everything stored has reached the disk.
    package func sync() { WriteAheadLog.sync(of: path) }

    private static func open(_ path: String) throws(ArticleStoreError) -> WALDatabase {
        do {
            return try LibraryFile.openDatabase(path: path)
        } catch let error as DatabaseError where error.fault == .foreign {
            throw .notALibrary(path: path)
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Throws if nothing can be stored: a write into the copy would be lost silently.
    private func checkWritable() throws(ArticleStoreError) {
        if let readOnlyReason { throw .database(.unwritable, message: readOnlyReason) }
        try checkFile()
    }

    /// Throws if the open file is no longer the library, for example after a backup was put in its place: whatever is
    /// written into it would be lost.
    func checkFile() throws(ArticleStoreError) {
        guard FileIdentity(of: path) != openedFile else { return }
        throw .database(.unwritable, message: "\(libraryPath) was moved or replaced; start lede again")
    }

    /// Returns a number that changes whenever this process or another changes the library, except for marks set through
    /// `set` in this process: their caller knows about them. A call takes microseconds.
    package func changeToken() throws(ArticleStoreError) -> Int {
        do { return try changes.withLock { try $0.check(path: path) } } catch { throw ArticleStoreError(error) }
    }

    /// Size of the write-ahead log, in bytes, above which it is shortened (default 1 MiB).
    private static let shortLog = 1 << 20

    /// Shortens a long write-ahead log, so that the next start is quicker: the first process to open a library reads
    /// its whole log, which takes 4 million instructions for 4 MB. Waits for readers and writers.
    package func shortenLog() throws(ArticleStoreError) {
        checkpointer.finish()
        do {
            try countingAccess { try LibraryFile.shortenLog(database, beyond: Self.shortLog) }
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Copies the whole log into the file and empties it. If a reader of another process prevents that, a later checkpoint
    /// does it.
    func emptyLog() {
        checkpointer.finish()
        try? countingAccess { try LibraryFile.shortenLog(database, beyond: 0) }
    }

    /// Lets this thread's reads use the writer's connection until `endStartup`, so that the first screen does not wait
    /// for a second connection to open, which would take a tenth of the time until that screen. Meanwhile nothing may
    /// be written.
    package func beginStartup() {
        startingThread.store(pthread_self(), ordering: .relaxed)
    }

    package func endStartup() {
        startingThread.store(0, ordering: .relaxed)
    }

    /// Frees the pages that the reads at startup left in the writer's cache (0.6 MB). Waits for writers, so do not call
    /// it on the thread that handles keys.
    package func releaseStartupPages() {
        countingAccess {
            database.writeWithoutTransaction { _ = sqlite3_db_release_memory($0.sqliteConnection) }
        }
    }

    private var isStarting: Bool { startingThread.load(ordering: .relaxed) == pthread_self() }

    /// Lets reads use the writer's connection while nothing else does, until one would have to wait. Meant for
    /// commands: a second connection, with its schema and statements, costs 1.5 million instructions and 0.5 MB.
    package func readOnIdleWriter() {
        readsOnIdleWriter.store(true, ordering: .relaxed)
    }

    /// Keeps the writer's page cache small until more than a few rows are written. Meant for a refresh of many feeds,
    /// which reads each feed's state once: with nothing new, it takes 0.7 MB less.
    package func keepFewPages() {
        countingAccess {
            database.writeWithoutTransaction { writer in
                hasLargeCache.store(false, ordering: .relaxed)
                try? LibraryFile.keepFewPages(writer)
            }
        }
    }

    /// True if a mark applies to all articles of a story, and new copies of a read story arrive read.
    package var marksStoriesTogether: Bool {
        get { storiesTogether.load(ordering: .relaxed) }
        set { storiesTogether.store(newValue, ordering: .relaxed) }
    }

    /// The person's rules. `applyRules` applies them to articles that are stored already.
    package var rules: RuleSet {
        get { rulesInForce.withLock { $0 } }
        set { rulesInForce.withLock { $0 = newValue } }
    }

    /// Runs `body` on one snapshot of the library.
    func read<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        do {
            if isStarting { return try database.readAsWriter(body) }
            guard readsOnIdleWriter.load(ordering: .relaxed) else { return try database.read(body) }
            return try readOnIdleWriter(body)
        } catch {
            rebuildDamagedSearch(after: error)
            throw ArticleStoreError(error)
        }
    }

    private func readOnIdleWriter<Value>(_ body: (Database) throws -> Value) throws -> Value {
        // This read may itself be inside an access to the writer, which would then wait for itself.
        let isIdle = writerAccesses.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged
        guard isIdle else {
            readsOnIdleWriter.store(false, ordering: .relaxed)
            return try database.read(body)
        }
        defer { writerAccesses.subtract(1, ordering: .relaxed) }
        return try database.readAsWriter(body)
    }

    /// Counts an access to the writer's connection.
    private func countingAccess<Value>(_ access: () throws -> Value) rethrows -> Value {
        writerAccesses.add(1, ordering: .relaxed)
        defer { writerAccesses.subtract(1, ordering: .relaxed) }
        return try access()
    }

    /// Reads as `read` does, but may also be called inside another read, such as from a function that SQLite calls.
    func readWithin<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        do { return try database.readWithin(body) } catch { throw ArticleStoreError(error) }
    }

    /// Runs `body` in a transaction, all of it or nothing. If the search index is damaged, empties it and runs the
    /// body once more.
    func write<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do {
            return try writeAsCounted(body)
        } catch let error as DatabaseError where error.isSearchCorruption {
            rebuildDamagedSearch(after: error)
            return try writeWithoutRepair(body)
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Writes as `write` does, for a few rows that need no large page cache and are not in the search index.
    func writeFewRows<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do { return try countingAccess { try database.write(body) } } catch { throw ArticleStoreError(error) }
    }

    private func writeAsCounted<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try countingAccess {
            keepManyPages()
            return try database.write(body)
        }
    }

    /// If this fails, the writer is only slower.
    private func keepManyPages() {
        guard !hasLargeCache.exchange(true, ordering: .relaxed) else { return }
        try? database.writeWithoutTransaction(LibraryFile.keepManyPages)
    }

    func writeWithoutRepair<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do { return try writeAsCounted(body) } catch { throw ArticleStoreError(error) }
    }

    /// Empties the search index if the error shows damage to it and to nothing else.
    func rebuildDamagedSearch(after error: any Error) {
        guard let error = error as? DatabaseError, error.isSearchCorruption else { return }
        try? rebuildSearch()
    }

    /// Writes as `write` does, for a change that the caller already knows about: the change token stays the same,
    /// unless another writer commits at that moment.
    func writeKnown<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do {
            return try countingAccess {
                keepManyPages()
                return try database.writeWithoutTransaction { database in
                    try database.beginTransaction(.immediate)
                    do {
                        let value = try body(database)
                        try commitKnown(database)
                        return value
                    } catch {
                        if database.isInsideTransaction { try? database.rollback() }
                        throw error
                    }
                }
            }
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Holds the lock during the commit; otherwise a concurrent check would mistake the commit for another writer's.
    private func commitKnown(_ database: Database) throws {
        try changes.withLock { changes in
            // No other writer can commit now, so every change not seen yet is another connection's.
            _ = try? changes.check(path: path)
            let version = try? database.dataVersion()
            try database.commit()
            // On the writing connection, only commits of other connections change the data version.
            if let version, let now = try? database.dataVersion(), version == now { try? changes.markSeen() }
        }
    }

    /// Writes as `write` does, for one of many transactions in a row. Pauses between two of them, so that other writers
    /// get the lock: they try once a millisecond and would otherwise find the lock taken almost every time.
    func writeAfterPause<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        if let last = lastBulkWrite.withLock({ $0 }) {
            let left = (last + LibraryFile.pauseBetweenWrites) - .now
            if left > .zero { usleep(UInt32(left / .microseconds(1))) }
        }
        defer { lastBulkWrite.withLock { $0 = .now } }
        return try write(body)
    }
}

/// Counts the changes seen in the library.
private struct ChangesSeen {
    private var connection: ChangeConnection?
    /// SQLite's data version at the last check.
    private var version: Int64?
    private var count = 0

    /// Returns the number of changes seen so far.
    mutating func check(path: String) throws -> Int {
        let connection = try connection ?? ChangeConnection(path: path)
        self.connection = connection
        let found = try connection.dataVersion()
        if found != version { count += 1 }
        version = found
        return count
    }

    /// Counts the current state as seen.
    mutating func markSeen() throws {
        version = try connection?.dataVersion()
    }
}

extension Database {
    /// Returns a number that changes whenever another connection, of any process, commits.
    fileprivate func dataVersion() throws -> Int {
        try Int.fetchOne(cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
}
