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
        let entry = journal.append(.delete(at: now), on: ids)
        return answer(holdsUpLeaving: entry == nil) { [self] in
            let deleted = try persist(entry) { () throws(ArticleStoreError) in
                try store.delete(ids, at: now, entry: entry, of: journal)
            }
            guard let deleted else { return [] }
            guard !deleted.articles.isEmpty else {
                return [.libraryChanged, .message(Message("The library has no such article any more"))]
            }
            push(.delete(deleted.articles))
            return [.articlesDeleted(deleted), .queued(try store.queueCount())]
        }
    }

    /// Writes the undo of a deletion to the journal. Returns its number; nil for other undos, which only the library
    /// can hold.
    func journaled(_ undo: Undo) -> Int64? {
        guard case .delete(let ids) = undo else { return nil }
        return journal.append(.restore, on: ids)
    }

    /// Undoes a deletion. Returns the sentence that reports the undo.
    ///
    /// - Parameter entry: the undo's number in the journal.
    func restore(_ ids: [ArticleID], _ entry: Int64?) throws(ArticleStoreError) -> String {
        let count = try store.restore(ids, entry: entry, of: journal).count
        return count == 1 ? "Article restored" : "\(count.counting("article")) restored"
    }
}
