import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import ReaderUI
import Synchronization

// Deletes and restores articles.
extension LibraryWriter {
    /// A deletion that the library does not hold yet.
    struct WaitingDeletion {
        var number: Int
        var articles: [ArticleID]
    }

    /// The undo of a deletion that the library did not hold yet, which the journal already names.
    struct JournaledUndo: Sendable {
        /// The number of the deletion.
        var deletion: Int
        var position: JournalPosition
    }

    /// Deletes articles, after the earlier changes: → `articlesDeleted`, `queued`
    func delete(_ ids: [ArticleID]) -> [Event] {
        let now = Date()
        let entry = journal.append(.delete(at: now), on: ids)
        let number = beginDeletion(of: ids)
        return reply(delaysQuitting: entry == nil) { [self] in
            defer { state.withLock { $0.deletions.removeAll { $0.number == number } } }
            let deleted = try persist(entry) { () throws(ArticleStoreError) in
                try store.delete(ids, at: now, journaledAt: entry)
            }
            guard let deleted else { return [] }
            guard !deleted.articles.isEmpty else {
                return [.libraryChanged, .message(Message("That article is no longer in the library"))]
            }
            push(.delete(deleted.articles, number: number))
            return [.articlesDeleted(deleted), .queued(try store.queueCount())]
        }
    }

    /// Adds a deletion to the deletions that the library does not hold yet. Returns its number.
    private func beginDeletion(of ids: [ArticleID]) -> Int {
        state.withLock { state in
            state.next += 1
            state.deletions.append(WaitingDeletion(number: state.next, articles: ids))
            return state.next
        }
    }

    /// Writes the undo of a deletion to the journal. Returns its position; nil for other undos, which only the library
    /// can hold.
    func journaled(_ undo: Undo) -> JournalPosition? {
        guard case .delete(let ids, _) = undo else { return nil }
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
