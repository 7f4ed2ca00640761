public import FeedModel
import GRDB
import Synchronization

/// A way into the library for reads that may take long, on a connection of its own, so that they can be given up.
///
/// It reads for one thread at a time; `interrupt` may come from any.
public final class InterruptibleReader: Sendable {
    private let path: String
    private let connection = Mutex<DatabaseQueue?>(nil)

    public init(of store: ArticleStore) {
        path = store.path
    }

    /// As `ArticleStore.page`. Throws `interrupted` where it is given up.
    public func page(
        of listing: ArticleListing, at anchor: PageAnchor, limit: Int
    ) throws(ArticleStoreError) -> ArticlePage {
        try read { try $0.page(of: listing, at: anchor, limit: limit) }
    }

    /// As `ArticleStore.nextUnread`. Throws `interrupted` where it is given up.
    public func nextUnread(
        in listing: ArticleListing, after id: ArticleID? = nil
    ) throws(ArticleStoreError) -> ArticleSummary? {
        try read { try $0.nearestUnread(.down, in: listing, from: id) }
    }

    /// As `ArticleStore.previousUnread`. Throws `interrupted` where it is given up.
    public func previousUnread(
        in listing: ArticleListing, before id: ArticleID? = nil
    ) throws(ArticleStoreError) -> ArticleSummary? {
        try read { try $0.nearestUnread(.up, in: listing, from: id) }
    }

    /// Gives up the statement that is running, should there be one.
    public func interrupt() {
        connection.withLock { $0?.interrupt() }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(ArticleStoreError) -> Value {
        do {
            let connection = try connection.withLock { connection in
                let opened = try connection ?? LibraryFile.openReadOnly(path: path, mayBeInterrupted: true)
                connection = opened
                return opened
            }
            return try connection.read(body)
        } catch {
            // The transaction may be open still, and the full-text index may keep a statement running: then whatever is read
            // next would be interrupted as well.
            connection.withLock { $0 = nil }
            throw ArticleStoreError(error)
        }
    }
}
