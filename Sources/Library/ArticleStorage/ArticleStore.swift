package import FeedRules
import GRDB
import Glibc
import Synchronization

/// The library: subscriptions, articles, marks and what is needed to ask for more. The only way to its database.
///
/// Every call is synchronous and may come from any thread. Reads go on while somebody writes, in this process or in another
/// (WAL), and take tens of microseconds; writes are short transactions, one after the other.
package final class ArticleStore: Sendable {
    private let pool: DatabasePool
    /// The file that is read and written: the library, or a copy of it.
    let path: String
    /// The library's own file, which journals of marks lie beside.
    let home: String
    private let copy: ReadOnlyCopy?
    /// Why nothing can be stored, in one line; nil where all is well.
    package let readOnlyReason: String?
    /// By what articles are judged that come in from now on.
    private let rulesInForce = Mutex(RuleSet())
    let checkpointer: Checkpointer
    /// When the last of many transactions in a row ended.
    private let lastTurn = Mutex<ContinuousClock.Instant?>(nil)
    private let changes = Mutex(ChangesSeen())

    /// Opens the library, and creates it, readable by its owner only, where there is none.
    ///
    /// Throws `newerSchema` or `notALibrary` before anything is written.
    package init(path: String) throws(ArticleStoreError) {
        home = path
        do throws(ArticleStoreError) {
            pool = try Self.open(path)
            (self.path, copy, readOnlyReason) = (path, nil, nil)
        } catch {
            guard case .database(let code, _) = error, ReadOnlyCopy.causes.contains(code),
                let copy = ReadOnlyCopy(of: path)
            else { throw error }
            pool = try Self.open(copy.path)
            (self.path, self.copy) = (copy.path, copy)
            readOnlyReason = "nothing can be stored: \(path) cannot be written (disk full, or no right to)"
        }
        checkpointer = Checkpointer(path: self.path)
    }

    private static func open(_ path: String) throws(ArticleStoreError) -> DatabasePool {
        do {
            let pool = try LibraryFile.openPool(path: path)
            try Schema.bringUpToDate(pool)
            return pool
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .notALibrary(path: path)
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Throws where nothing can be stored: what was written into the copy would be lost without a word.
    private func checkWritable() throws(ArticleStoreError) {
        if let readOnlyReason { throw .database(code: ResultCode.SQLITE_READONLY.rawValue, message: readOnlyReason) }
    }

    /// A number that is another one whenever this process or another has changed the library, but for marks that `set` gave
    /// here: whoever gives one knows. Asking costs microseconds.
    package func changeToken() throws(ArticleStoreError) -> Int {
        do { return try changes.withLock { try $0.look(path: path) } } catch { throw ArticleStoreError(error) }
    }

    /// Makes the next start quicker where much was written; waits for whoever writes or reads.
    package func shortenLog() throws(ArticleStoreError) {
        checkpointer.finish()
        do { try LibraryFile.shortenLog(pool) } catch { throw ArticleStoreError(error) }
    }

    /// The person's rules. What is stored already is judged by `judgeStored`.
    package var rules: RuleSet {
        get { rulesInForce.withLock { $0 } }
        set { rulesInForce.withLock { $0 = newValue } }
    }

    /// Runs `body` on one unchanging state of the library.
    func read<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            healSearch(after: error)
            throw ArticleStoreError(error)
        }
    }

    /// Runs `body` in a transaction, all of it or nothing. Where the search index is found damaged, it is begun anew and the
    /// body runs once more.
    func write<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do {
            return try pool.write(body)
        } catch let error as DatabaseError where error.isOfSearch {
            healSearch(after: error)
            return try writeWithoutHealing(body)
        } catch {
            throw ArticleStoreError(error)
        }
    }

    func writeWithoutHealing<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do { return try pool.write(body) } catch { throw ArticleStoreError(error) }
    }

    /// Begins the search index anew where the error shows that it is damaged, and nothing else is.
    func healSearch(after error: any Error) {
        guard let error = error as? DatabaseError, error.isOfSearch else { return }
        try? rebuildSearch()
    }

    /// As `write`, for what is known already to whoever has it written: the change token stays as it was, unless somebody else
    /// writes at that moment.
    func writeKnown<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        try checkWritable()
        do {
            return try pool.writeWithoutTransaction { database in
                var written: (value: Value, version: Int?)?
                try database.inTransaction(.immediate) {
                    let value = try body(database)
                    // Nobody else commits by now: whatever there is to be seen is the doing of others.
                    _ = try? changes.withLock { try $0.look(path: path) }
                    written = (value, try? database.dataVersion())
                    return .commit
                }
                // To the connection that writes, only what others commit is another version.
                if let version = try? database.dataVersion(), version == written?.version {
                    try? changes.withLock { try $0.passOver() }
                }
                return written!.value
            }
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// As `write`, for one of many transactions in a row: leaves room between two for others who have something to write. They
    /// ask each millisecond whether they may, and would find the lock taken again most times.
    func writeInTurn<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        if let last = lastTurn.withLock({ $0 }) {
            let left = (last + LibraryFile.turn) - .now
            if left > .zero { usleep(UInt32(left / .microseconds(1))) }
        }
        defer { lastTurn.withLock { $0 = .now } }
        return try write(body)
    }
}

/// How often the library was seen to have changed.
private struct ChangesSeen {
    /// It never writes, so that every commit is somebody else's to it.
    private var connection: DatabaseQueue?
    /// SQLite's number of the state that was seen last.
    private var version: Int?
    private var count = 0

    mutating func look(path: String) throws -> Int {
        let connection = try connection ?? LibraryFile.openReadOnly(path: path)
        self.connection = connection
        let found = try connection.unsafeRead { try $0.dataVersion() }
        if found != version { count += 1 }
        version = found
        return count
    }

    /// Takes the state that there is now for the one that was seen last.
    mutating func passOver() throws {
        version = try connection?.unsafeRead { try $0.dataVersion() }
    }
}

extension Database {
    /// Another number whenever another connection than this one, of whatever process, has committed something.
    fileprivate func dataVersion() throws -> Int {
        try Int.fetchOne(cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
}
