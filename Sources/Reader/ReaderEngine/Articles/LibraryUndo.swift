import ArticleStorage
import FeedModel
import FoundationEssentials
import ReaderUI
import Synchronization

// Undoes the person's actions.
extension LibraryWriter {
    enum Undo {
        /// The changes of one action.
        case marks([MarkChange])
        case unsubscribe(SubscriptionID, at: Date)
        case delete([ArticleID], number: Int)
        /// A search, and its index among the saved searches.
        case removeSearch(SavedSearch, at: Int)
        case removeFolder(RemovedFolders)
        case mute(Mute)
        /// A feed's address before its change.
        case address(SubscriptionID, String)
        /// The note before its change; empty if there was none.
        case note(ArticleID, String)

        /// The number of a deletion; nil for other actions.
        fileprivate var deletion: Int? {
            if case .delete(_, let number) = self { number } else { nil }
        }
    }

    private static let undoLimit = 200

    func push(_ undo: Undo) {
        var undo = undo
        if case .marks(let changes) = undo {
            let changes = changes.filter { !$0.articles.isEmpty }
            guard !changes.isEmpty else { return }
            undo = .marks(changes)
        }
        state.withLock { state in
            state.undo.append(undo)
            if state.undo.count > Self.undoLimit { state.undo.removeFirst() }
        }
    }

    /// Drops the undo of a rule that the person has removed: it would report a change, but change nothing.
    func forgetUndo(of mute: Mute) {
        state.withLock { state in
            state.undo.removeAll { undo in
                guard case .mute(let made) = undo else { return false }
                return (made.field, made.text) == (mute.field, mute.text)
            }
        }
    }

    /// Undoes the last action, after the earlier changes. Returns the events that show the result.
    func undo() -> [Event] {
        // The library may not hold the deletion before the program ends, and the journal already does.
        let deletion = state.withLock { $0.deletions.popLast() }
        let kept = deletion.flatMap { deletion in
            journal.append(.restore, on: deletion.articles)
                .map { JournaledUndo(deletion: deletion.number, position: $0) }
        }
        // 400,000 marks take three seconds.
        let beginning = Event.message(Message("Undoing the last change"))
        return reply(delaysQuitting: kept == nil, beginning: [beginning]) { [self] in try reverseLast(kept) }
    }

    /// Reverses the last action. Returns the events that show the result; none if the program ends first.
    ///
    /// - Parameter kept: the undo in the journal, if the action is a deletion that the library did not hold when the
    ///   person undid it.
    private func reverseLast(_ kept: JournaledUndo?) throws -> [Event] {
        let (last, isGivenUp) = state.withLock { state -> (Undo?, Bool) in
            guard state.refusal != nil else { return (state.undo.popLast(), false) }
            // The last action was given up; it is not the last action in this list.
            if kept == nil { state.lost += 1 }
            return (nil, true)
        }
        guard !isGivenUp else { return [] }
        guard let last else {
            kept?.position.markDone()
            return [.message(Message("Nothing to undo"))]
        }
        guard let message = try reverse(last, kept) else { return [] }
        return [event(undoing: last), .message(Message(message))]
    }

    private func event(undoing last: Undo) -> Event {
        switch last {
        case .unsubscribe(let id, _): .feedRestored(id)
        case .delete(let ids, _): .articlesRestored(ids)
        case .removeSearch(let search, _): .searchRestored(search.query)
        case .note(let id, _): .articlesEdited([id])
        default: .libraryChanged
        }
    }

    /// Reverses an action, once the library can be written. Returns the sentence that reports it; nil if the program ends
    /// first.
    private func reverse(_ last: Undo, _ kept: JournaledUndo?) throws -> String? {
        guard let kept else { return try reverseEarlier(last) }
        if kept.deletion == last.deletion { return try write(last, kept.position) }
        // The deletion found no article, so the person undoes an earlier action. The journal does not hold that undo yet.
        kept.position.markDone()
        return try withUnjournaled(changedBy: 1) { try reverseEarlier(last) }
    }

    /// Reverses an action that the library held before the undo, while quitting waits for the undo.
    private func reverseEarlier(_ last: Undo) throws -> String? {
        let entry = journaled(last)
        return try withUnjournaled(changedBy: entry == nil ? 0 : -1) { try write(last, entry) }
    }

    private func write(_ last: Undo, _ entry: JournalPosition?) throws -> String? {
        try persist(entry) { () throws(ArticleStoreError) in try written(last, entry) }
    }

    /// Reverses an action in the library. Returns the sentence that reports it.
    ///
    /// - Parameter entry: the undo's position in the journal.
    private func written(_ last: Undo, _ entry: JournalPosition?) throws(ArticleStoreError) -> String {
        switch last {
        case .marks(let changes):
            for change in changes.reversed() { try store.undo(change) }
            return undone(changes)
        case .unsubscribe(let id, let moment):
            try store.restore(id, removedAt: moment)
            return "Feed restored"
        case .delete(let ids, _):
            return try restore(ids, entry)
        case .removeSearch(let search, let index):
            let isFree = try store.restoreSearch(search, at: index)
            return isFree ? "Search restored" : "Another search is named “\(search.name)” now"
        case .mute(let mute):
            _ = try store.remove(mute, at: Date())
            applyRulesAgain()
            return noLongerHidden(mute)
        case .address(let id, let url):
            return try store.changeFeedURL(url, of: id) ? "Address restored" : "Another feed has the old address now"
        case .note(let id, let text):
            try store.setNote(text, of: id)
            return text.isEmpty ? "Note removed" : "Note restored"
        case .removeFolder(let folders):
            try store.restore(folders)
            return "Folder restored"
        }
    }
}
