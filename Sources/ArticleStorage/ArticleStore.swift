public import FeedRules
import GRDB
import Glibc
import Synchronization

/// The library: subscriptions, articles, marks and what is needed to ask for more. The only way to its database.
///
/// Every call is synchronous and may come from any thread. Reads go on while somebody writes, in this process or in another
/// (WAL), and take tens of microseconds; writes are short transactions, one after the other.
public final class ArticleStore: Sendable {
    private let pool: DatabasePool
    let path: String
    /// By what articles are judged that come in from now on.
    private let rulesInForce = Mutex(RuleSet())
    let checkpointer: Checkpointer
    /// When the last of many transactions in a row ended.
    private let lastTurn = Mutex<ContinuousClock.Instant?>(nil)
    /// A connection that never writes, so that every commit is somebody else's to it.
    private let watcher = Mutex<DatabaseQueue?>(nil)

    /// Opens the library, and creates it, readable by its owner only, where there is none.
    ///
    /// Throws `newerSchema` or `notALibrary` before anything is written.
    public init(path: String) throws(ArticleStoreError) {
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

    /// A number that is another one whenever this process or another has changed the library. Asking costs microseconds.
    public func changeToken() throws(ArticleStoreError) -> Int {
        do {
            return try watcher.withLock { watcher in
                let connection = try watcher ?? LibraryFile.openReadOnly(path: path)
                watcher = connection
                return try connection.unsafeRead {
                    try Int.fetchOne($0.cachedStatement(sql: "PRAGMA data_version")) ?? 0
                }
            }
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Makes the next start quicker where much was written; waits for whoever writes or reads.
    public func shortenLog() throws(ArticleStoreError) {
        checkpointer.finish()
        do { try LibraryFile.shortenLog(pool) } catch { throw ArticleStoreError(error) }
    }

    /// The person's rules. What is stored already is judged by `judgeStored`.
    public var rules: RuleSet {
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
