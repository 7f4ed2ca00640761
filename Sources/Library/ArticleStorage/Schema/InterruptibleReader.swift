import GRDB
import Synchronization

/// A way into the library for reads that may take long, on a connection of its own, so that they can be given up. It keeps in
/// mind what a search has found, for whoever reads on in it.
///
/// It reads for one thread at a time, and throws `interrupted` where it is given up; `interrupt` may come from any.
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
            let connection = try connection.withLock { connection in
                let opened = try connection ?? LibraryFile.openReadOnly(path: path, mayBeInterrupted: true)
                connection = opened
                return opened
            }
            return try connection.read { database in
                let state = LibraryState(database, earlier: found.withLock { $0 }, limit: limit)
                let value = try body(state)
                if let newlyFound = state.found { found.withLock { $0 = newlyFound } }
                return value
            }
        } catch {
            // The transaction may be open still, and the full-text index may keep a statement running: then whatever is read
            // next would be interrupted as well.
            connection.withLock { $0 = nil }
            store.healSearch(after: error)
            throw ArticleStoreError(error)
        }
    }

    /// Gives up the statement that is running, should there be one.
    package func interrupt() {
        connection.withLock { $0?.interrupt() }
    }
}
