package import ArticleStorage
import Basics
import FeedModel

extension QueuedFetch {
    /// Returns the description on one line.
    package func words(in store: ArticleStore) throws -> String {
        switch self {
        case .everything: return "all feeds"
        case .feed(let id): return try store.subscription(id)?.shownAddress ?? "a feed"
        case .page(let id):
            let item = try store.article(id)?.item
            return "the page of \(item?.title ?? item?.url.map { ShownAddress.of($0) } ?? "an article")"
        }
    }
}
