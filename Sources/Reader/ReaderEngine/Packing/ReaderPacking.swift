package import ArticleStorage
import Basics
import FeedModel
package import FeedRefresh
package import JourneyPacking
package import PackStorage
import ReaderUI

/// Packing as the reader uses it: one run at a time, in the background. The pack store is opened only if something was
/// packed or is requested.
package final class ReaderPacking: Sendable {
    private let store: ArticleStore
    private let packStore: LazyPackStore
    /// Runs reads and writes of the pack store in order.
    private let queue = PackQueue()
    private let marks: PackMarks
    let runs: PackRuns
    let shownQueue: ShownQueue

    /// The limits of packing, and the times when it runs automatically.
    package struct Settings: Equatable, Sendable {
        var limits: JourneyLimits
        var packsAfterRefresh: Bool
        /// Times of the day, in minutes since midnight.
        var packBefore: [Int]

        package init(limits: JourneyLimits, packsAfterRefresh: Bool, packBefore: [Int]) {
            self.limits = limits
            self.packsAfterRefresh = packsAfterRefresh
            self.packBefore = packBefore
        }
    }

    package init(
        store: ArticleStore, packStore: LazyPackStore, settings: Settings,
        service: @escaping @Sendable () throws -> FeedService
    ) {
        self.store = store
        self.packStore = packStore
        marks = PackMarks(packStore: packStore, queue: queue)
        runs = PackRuns(store: store, packStore: packStore, queue: queue, settings: settings, service: service)
        shownQueue = ShownQueue(store: store, packStore: packStore, queue: queue, runs: runs)
    }

    package func set(_ settings: Settings) {
        runs.set(settings)
    }

    // MARK: - Requests of the person

    func toggle(_ target: PackTarget, _ sink: @escaping Sink) {
        queue.run { [self] in
            do {
                let ids = try articles(of: target)
                guard !ids.isEmpty else { return sink(.message(Message("Nothing unread here"))) }
                if let packStore = try packStore.existing(), try packStore.known().isSuperset(of: ids),
                    try !continuesRun(with: ids, in: packStore)
                {
                    let count = try packStore.remove(ids)
                    marks.report(sink)
                    return sink(.message(Message("Unpacked: \(count.counting("article"))")))
                }
                runs.start(PackRequest(articles: ids), for: .person, sink)
            } catch {
                sink(.message(.error(error)))
            }
        }
    }

    /// True if the person continues a run that was interrupted, such as one behind a hotspot, instead of unpacking its
    /// articles. On a full disk they are unpacked, to make room.
    private func continuesRun(with ids: [ArticleID], in packStore: PackStore) throws -> Bool {
        guard runs.isIdle, packStore.freeBytes >= runs.limits.diskReserve,
            try !packStore.interruptedArticles().isDisjoint(with: ids)
        else { return false }
        // Another process may be packing them.
        return try packStore.lock() != nil
    }

    /// - Parameter words: a scope; none for starred and unread articles.
    func pack(_ words: [String], _ sink: @escaping Sink) {
        queue.run { [self] in
            do {
                runs.start(try PackRequest(words, in: store), for: .person, sink)
            } catch {
                sink(.message(.error(error)))
            }
        }
    }

    /// - Parameter isOffline: true if the run will only be kept, with its own message.
    func packEnclosure(of id: ArticleID, isOffline: Bool, _ sink: @escaping Sink) throws {
        guard try store.article(id)?.item.files.isEmpty == false else {
            return sink(.message(Message("No enclosure here")))
        }
        if !isOffline {
            let offer = Message.Offer(.queue, "shows the queue")
            sink(.message(Message("The enclosure is being fetched", offers: [offer])))
        }
        runs.start(PackRequest(articles: [id], wantsEnclosures: true), for: .person, sink)
    }

    func cancel() {
        runs.cancel()
        queue.run { [packStore] in try? packStore.existing()?.forgetKeptJourney() }
    }

    /// Ends all running work.
    package func stop() {
        runs.stop()
    }

    private func articles(of target: PackTarget) throws -> [ArticleID] {
        switch target {
        case .articles(let ids): return ids
        case .unread(let scope):
            let listing = ArticleListing(scope, unreadOnly: true, midnight: Clock.system().midnight)
            return try store.page(of: listing, at: .start, limit: runs.limits.articles).rows.map(\.id)
        }
    }

    // MARK: - Automatic work

    /// Reports the packed parts of each article.
    package func loadMarks(_ sink: @escaping Sink) {
        marks.load(sink)
    }

    /// Reports the marks after a write to the pack store, except during a run of this process, which reports them.
    func followOthers(_ sink: @escaping Sink) {
        if runs.current == nil { marks.load(sink) }
    }

    /// Packs before the configured times, and also what was requested offline before the reader started.
    package func followSchedule(_ sink: @escaping Sink) {
        runs.followSchedule(sink)
        queue.run { [runs] in runs.continueKept(sink) }
    }

    /// Returns the sink of all network requests: it delivers their events, and packs after a refresh, which may have
    /// brought new articles.
    package func sink(to mailbox: Mailbox) -> Sink {
        { [runs] event in
            mailbox.put(event)
            if case .refreshFinished = event { runs.refreshed { mailbox.put($0) } }
        }
    }
}
