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
                try store.delete(ids, at: now, journaledAt: entry)
            }
            guard let deleted else { return [] }
            guard !deleted.articles.isEmpty else {
                return [.libraryChanged, .message(Message("The library has no such article any more"))]
            }
            push(.delete(deleted.articles))
            return [.articlesDeleted(deleted), .queued(try store.queueCount())]
        }
    }

    /// Writes the undo of a deletion to the journal. Returns its position; nil for other undos, which only the library
    /// can hold.
    func journaled(_ undo: Undo) -> JournalPosition? {
        guard case .delete(let ids) = undo else { return nil }
        return journal.append(.restore, on: ids)
    }

    /// Undoes a deletion. Returns the sentence that reports the undo.
    ///
    /// - Parameter entry: the undo's position in the journal.
    func restore(_ ids: [ArticleID], _ entry: JournalPosition?) throws(ArticleStoreError) -> String {
        let count = try store.restore(ids, journaledAt: entry).count
        return count == 1 ? "Article restored" : "\(count.counting("article")) restored"
    }
}
