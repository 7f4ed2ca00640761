import ArticleStorage
import FeedModel
import PackStorage

/// The articles whose pages are fetched next. They are read for many pages at once: after each stored page, the first
/// read of the library costs a third of the page's extraction.
struct PageOwners {
    private var read: [ArticleID: PageOwner] = [:]
    /// The articles that were looked up and not returned yet; some of them may not exist.
    private var ahead: Set<ArticleID> = []

    /// The pages whose articles are read at once (50).
    static let pagesAtOnce = 50

    /// Removes and returns the articles of a page that still exist.
    ///
    /// - Parameters:
    ///   - next: pages that will probably follow.
    ///   - lookUp: reads articles from the library.
    mutating func dequeue(
        of page: WantedAddress, next: @autoclosure () -> [WantedAddress],
        _ lookUp: (Set<ArticleID>) throws -> [ArticleID: PageOwner]
    ) rethrows -> [PageOwner] {
        if !ahead.isSuperset(of: page.articles) {
            let wanted = Set(page.articles).union(next().flatMap(\.articles)).subtracting(ahead)
            read.merge(try lookUp(wanted)) { $1 }
            ahead.formUnion(wanted)
        }
        ahead.subtract(page.articles)
        return page.articles.compactMap { read.removeValue(forKey: $0) }
    }
}
