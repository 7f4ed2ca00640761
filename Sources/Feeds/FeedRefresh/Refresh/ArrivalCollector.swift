package import ArticleStorage
package import FeedModel
import Synchronization

/// Collects the new articles of a refresh for one notification.
package final class ArrivalCollector: Sendable {
    private let store: ArticleStore
    private let arrived = Mutex<[ArticleID]>([])

    /// Maximum number of articles remembered; a first refresh brings tens of thousands (default 20,000).
    private static let limit = 20_000

    package init(store: ArticleStore) {
        self.store = store
    }

    /// Returns a notice at the end of a refresh that brought unread articles. Articles that a rule hides are left out,
    /// and so are articles of hidden feeds and of feeds with `notify=false`.
    package func receive(_ event: RefreshEvent) -> ArrivalNotice? {
        switch event {
        case .changed(_, let new, _):
            arrived.withLock { if $0.count < Self.limit { $0 += new } }
            return nil
        case .finished: return takeNotice()
        default: return nil
        }
    }

    /// Returns a notice of the unread articles that have arrived since the last one: slow feeds bring theirs after the
    /// end of their refresh.
    package func takeNotice() -> ArrivalNotice? {
        let ids = arrived.withLock { arrived in
            defer { arrived = [] }
            return arrived
        }
        guard !ids.isEmpty else { return nil }
        return try? store.notice(of: ids)
    }
}
