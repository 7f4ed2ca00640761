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
    let path: String
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
        do {
            self.path = path
            checkpointer = Checkpointer(path: path)
            pool = try LibraryFile.openPool(path: path)
            try Schema.bringUpToDate(pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .notALibrary(path: path)
        } catch {
            throw ArticleStoreError(error)
        }
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
        do { return try pool.read(body) } catch { throw ArticleStoreError(error) }
    }

    /// Runs `body` in a transaction, all of it or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        do { return try pool.write(body) } catch { throw ArticleStoreError(error) }
    }

    /// As `write`, for what is known already to whoever has it written: the change token stays as it was, unless somebody else
    /// writes at that moment.
    func writeKnown<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
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
