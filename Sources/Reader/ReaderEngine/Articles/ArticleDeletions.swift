import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import ReaderUI

// Deletes and restores articles.
extension LibraryWriter {
    /// Deletes articles, after the earlier changes: → `articlesDeleted`, `queued`
    func delete(_ ids: [ArticleID]) -> [Event] {
        let now = Date()
        return answer { [self] in
            let deleted = try untilWritable { () throws(ArticleStoreError) in try store.delete(ids, at: now) }
            guard let deleted else { return [] }
            guard !deleted.articles.isEmpty else {
                return [.libraryChanged, .message(Message("The library has no such article any more"))]
            }
            push(.delete(deleted.articles))
            return [.articlesDeleted(deleted), .queued(try store.queueCount())]
        }
    }

    /// Undoes a deletion. Returns the sentence that reports the undo.
    func restore(_ ids: [ArticleID]) throws(ArticleStoreError) -> String {
        let count = try store.restore(ids).count
        return count == 1 ? "Article restored" : "\(count.counting("article")) restored"
    }
}
