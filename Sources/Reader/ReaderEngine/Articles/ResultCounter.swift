import ArticleStorage
import Dispatch
import FeedModel
import ReaderUI
import Synchronization

/// Counts the articles of the search on the screen, if its rows do not show their number.
///
/// A count reads all matches and their articles: 9 ms for a common word among 10,000 articles. So it has its own
/// connection, which it closes afterwards: on the connection that reads the rows, it would evict the cached pages that
/// the next letter needs, and the letter would wait.
final class ResultCounter: Sendable {
    private let store: ArticleStore
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.found", qos: .utility)
    private let work = Mutex(Work())
    /// Pause before a count: while a person is typing, the next letter makes the number useless.
    private let pause: DispatchTimeInterval

    private struct Work {
        /// The list whose number is wanted; nil if none is.
        var listing: ArticleListing?
        /// Distinguishes a call from later ones.
        var generation = 0
        /// The connection that counts now.
        var reader: InterruptibleReader?
        /// True if the list has changed since that count began.
        var isOutdated = false

        mutating func cancel() {
            generation += 1
            listing = nil
            reader?.interrupt()
            (reader, isOutdated) = (nil, false)
        }
    }

    init(store: ArticleStore, mailbox: Mailbox, pause: DispatchTimeInterval) {
        self.store = store
        self.mailbox = mailbox
        self.pause = pause
    }

    /// Reports the number after the pause, unless the count is cancelled or another one is requested. → `found`
    ///
    /// A running count of the same list is completed first: a refresh reloads the list more often than a long count
    /// ends.
    func count(_ listing: ArticleListing) {
        let generation = work.withLock { work -> Int? in
            if work.reader != nil, let counted = work.listing, counted.hasSameRows(as: listing) {
                (work.listing, work.isOutdated) = (listing, true)
                return nil
            }
            work.cancel()
            work.listing = listing
            return work.generation
        }
        if let generation { countAfterPause(generation) }
    }

    private func countAfterPause(_ generation: Int) {
        queue.asyncAfter(deadline: .now() + pause) { [self] in countNow(generation) }
    }

    /// Cancels the count unless it is of this list; nil cancels any count.
    func cancel(except listing: ArticleListing? = nil) {
        work.withLock { work in
            guard let counted = work.listing, listing.map({ !$0.hasSameRows(as: counted) }) ?? true else { return }
            work.cancel()
        }
    }

    private func countNow(_ generation: Int) {
        let reader = InterruptibleReader(of: store)
        let listing = work.withLock { work -> ArticleListing? in
            guard work.generation == generation else { return nil }
            work.reader = reader
            return work.listing
        }
        guard let listing else { return }
        // Without their number, the rows are still shown.
        let count = try? reader.count(of: listing)
        let (isWanted, isOutdated) = work.withLock { work in
            guard work.generation == generation else { return (false, false) }
            defer { (work.reader, work.isOutdated) = (nil, false) }
            if !work.isOutdated { work.listing = nil }
            return (true, work.isOutdated)
        }
        if let count, isWanted { mailbox.put(.found(count, in: listing.scope)) }
        if isOutdated { countAfterPause(generation) }
    }
}

extension ArticleListing {
    /// True if both list the same articles in the same order, whatever their marks.
    func hasSameRows(as other: ArticleListing) -> Bool {
        scope == other.scope && order == other.order && packedOnly == other.packedOnly
    }
}
