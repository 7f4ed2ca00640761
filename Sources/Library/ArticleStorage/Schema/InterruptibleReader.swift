import GRDB
import Synchronization

/// Runs queries that may take a long time on its own connection, where they can be interrupted. It caches a search's
/// matches for further reads of that search.
///
/// It serves one thread at a time and throws `interrupted` after an interruption; any thread may call `interrupt`.
package final class InterruptibleReader: ArticleListReading, Sendable {
    private let path: String
    private let store: ArticleStore
    private let limit: Int
    private let connection = Mutex<DatabaseQueue?>(nil)
    private let found = Mutex<FoundPlaces?>(nil)

    package convenience init(of store: ArticleStore) {
        self.init(of: store, keepingAtMost: FoundPlaces.limit)
    }

    init(of store: ArticleStore, keepingAtMost limit: Int) {
        path = store.path
        self.store = store
        self.limit = limit
    }

    package func readList<Value>(_ body: (LibraryState) throws -> Value) throws(ArticleStoreError) -> Value {
        do {
            return try opened().read { database in
                let state = LibraryState(database, earlier: found.withLock { $0 }, limit: limit)
                let value = try body(state)
                if let newlyFound = state.found { found.withLock { $0 = newlyFound } }
                return value
            }
        } catch {
            // The transaction may still be open, and the full-text index may keep a statement running: then the next
            // read would be interrupted as well.
            connection.withLock { $0 = nil }
            store.rebuildDamagedSearch(after: error)
            throw ArticleStoreError(error)
        }
    }

    /// Opens the connection outside the lock: `interrupt` must not wait for it.
    private func opened() throws -> DatabaseQueue {
        if let connection = connection.withLock({ $0 }) { return connection }
        let new = try LibraryFile.openInterruptible(path: path)
        connection.withLock { $0 = new }
        return new
    }

    /// Interrupts the running statement, if there is one.
    package func interrupt() {
        connection.withLock { $0?.interrupt() }
    }
}
