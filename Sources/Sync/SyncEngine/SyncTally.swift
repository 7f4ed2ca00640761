import ArticleStorage
import FeedModel
import Synchronization

/// Counts the articles and pages of a sync.
final class SyncTally: Sendable {
    private struct Counts {
        var new = 0
        var stored = 0
        var wanted = 0
        var pages = 0
    }

    private let counts = Mutex(Counts())

    /// New articles.
    var count: Int { counts.withLock(\.new) }

    /// Pages of articles, even empty ones.
    var pages: Int { counts.withLock(\.pages) }

    var progress: SyncProgress {
        counts.withLock { SyncProgress(stored: $0.stored, missing: max(0, $0.wanted - $0.stored)) }
    }

    /// Announces the number of articles that are still to be fetched.
    func expect(_ more: Int) {
        counts.withLock { $0.wanted = $0.stored + more }
    }

    func countPage() {
        counts.withLock { $0.pages += 1 }
    }

    func add(_ summary: SyncSummary) {
        counts.withLock {
            let new = summary.new.values.reduce(0) { $0 + $1.count }
            $0.new += new
            $0.stored += new + summary.changed.values.reduce(0) { $0 + $1.count }
        }
    }
}
