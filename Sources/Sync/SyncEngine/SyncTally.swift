import ArticleStorage
import Synchronization

/// Counts the new articles of a sync, whose pages are stored by the server's adapter.
final class SyncTally: Sendable {
    private let articles = Mutex(0)

    var count: Int { articles.withLock { $0 } }

    func add(_ summary: SyncSummary) {
        articles.withLock { $0 += summary.new.values.reduce(0) { $0 + $1.count } }
    }
}
