import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI
import Synchronization

/// Counts the articles of saved searches in the background, since a search may take longer than a key should wait.
final class SearchCounter: Sendable {
    private let store: ArticleStore
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.counts", qos: .utility)
    private let state = Mutex(Work())

    private struct Work {
        var asked: (searches: [SavedSearch], midnight: Date)?
        var last: (searches: [SavedSearch], midnight: Date)?
        var reported: [String: Int] = [:]
    }

    init(store: ArticleStore, mailbox: Mailbox) {
        self.store = store
        self.mailbox = mailbox
    }

    /// Reports the counts if they changed. A call during a count starts another count afterwards.
    func count(_ searches: [SavedSearch], midnight: Date) {
        let isQueued = state.withLock { work in
            work.last = (searches, midnight)
            guard !searches.isEmpty || !work.reported.isEmpty else { return true }
            defer { work.asked = (searches, midnight) }
            return work.asked != nil
        }
        guard !isQueued else { return }
        queue.async { [self] in countAsked() }
    }

    /// Repeats the last count, after a mark.
    func countAgain() {
        guard let last = state.withLock({ $0.last }), !last.searches.isEmpty else { return }
        count(last.searches, midnight: last.midnight)
    }

    private func countAsked() {
        guard let asked = state.withLock({ $0.asked.take() }) else { return }
        var counts: [String: Int] = [:]
        for search in asked.searches {
            let listing = ArticleListing(.search(search.query), unreadOnly: true, midnight: asked.midnight)
            counts[search.query] = try? store.count(of: listing)
        }
        let isNew = state.withLock { work in
            defer { work.reported = counts }
            return work.reported != counts
        }
        if isNew { mailbox.put(.searchCounts(counts)) }
    }
}
