import ArticleStorage
internal import Basics
package import FeedModel
import Synchronization

/// Visits to slow servers. A body that arrives byte by byte may take hours: the refresh that began the visit ends
/// without it, and the next ones skip that feed until the visit has ended.
final class SlowVisits: Sendable {
    private let store: ArticleStore
    private let network: FeedNetwork
    private let owner: String
    private let limit: Int
    private let visits = Mutex(Visits())

    private struct Visits {
        var running: [SubscriptionID: IndependentVisit] = [:]
        /// Cancelled visits that have not ended yet.
        var cancelled: [SubscriptionID: IndependentVisit] = [:]
        /// The last results of ended visits that delivered articles or failed.
        var results: [SubscriptionID: FeedResult] = [:]

        /// True if the lease of its feed is this visit's, not the lease of a later visit.
        func holdsLease(_ visit: IndependentVisit, of id: SubscriptionID) -> Bool {
            running[id] === visit || cancelled[id] === visit
        }

        mutating func remove(_ visit: IndependentVisit, of id: SubscriptionID) {
            if running[id] === visit { running[id] = nil }
            if cancelled[id] === visit { cancelled[id] = nil }
        }
    }

    /// - Parameters:
    ///   - owner: the name of this process, which holds the leases of these feeds.
    ///   - limit: the maximum number of visits that continue at the same time.
    init(store: ArticleStore, network: FeedNetwork, owner: String, limit: Int) {
        self.store = store
        self.network = network
        self.owner = owner
        self.limit = limit
    }

    /// Feeds whose visits continue without a refresh.
    var feeds: Set<SubscriptionID> {
        visits.withLock { Set($0.running.keys) }
    }

    func cancel() {
        let running = visits.withLock { visits in
            defer { visits.running = [:] }
            visits.cancelled.merge(visits.running) { $1 }
            return visits.running
        }
        running.values.forEach { $0.cancel() }
    }

    /// Cancels the visits to these feeds, whose leases pass to new visits.
    func cancel(forNewVisitsTo ids: Set<SubscriptionID>) {
        let running = visits.withLock { visits in
            ids.compactMap { id in
                visits.cancelled[id] = nil
                return visits.running.removeValue(forKey: id)
            }
        }
        running.forEach { $0.cancel() }
    }

    /// Returns false if too many visits are slow already, so that this one cannot continue, or if it has ended.
    func keep(
        _ visit: IndependentVisit, of id: SubscriptionID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) -> Bool {
        let hasRoom = visits.withLock { visits in
            guard visits.running.count < limit else { return false }
            visits.running[id] = visit
            visits.results[id] = nil
            return true
        }
        guard hasRoom else { return false }
        let isRunning = visit.detach { [self] in record($0, by: visit, events) }
        if !isRunning { visits.withLock { $0.remove(visit, of: id) } }
        return isRunning
    }

    private func record(
        _ visit: FeedVisit, by independent: IndependentVisit, _ events: @Sendable (RefreshEvent) -> Void
    ) {
        let id = visit.subscription
        if visit.wasRequested, visit.contact != .answered { network.count(.unanswered) }
        if let state = visit.unsavedState {
            try? store.record([state])
        } else if visits.withLock({ $0.holdsLease(independent, of: id) }) {
            // A cancelled visit has no outcome that would end its lease.
            try? store.releaseLeases(on: [id], of: owner)
        }
        if visit.result.isSuccess { try? store.removeQueued([.feed(visit.subscription)]) }
        network.saveTraffic()
        visits.withLock { visits in
            switch visit.result {
            case .updated, .failed: visits.results[id] = visit.result
            case .unchanged, .notAvailableOffline, .waiting, .cancelled: break
            }
            visits.remove(independent, of: id)
        }
        switch visit.result {
        case .updated(let new, let edited): events(.changed(visit.subscription, new: new, edited: edited))
        case .failed(let problem): events(.failed(visit.subscription, problem))
        case .unchanged, .notAvailableOffline, .waiting, .cancelled: break
        }
    }

    /// Returns the result of a visit that has ended, once.
    func takeResult(of id: SubscriptionID) -> FeedResult? {
        visits.withLock { $0.results.removeValue(forKey: id) }
    }
}

extension FeedService {
    /// Feeds whose visits continue without a refresh.
    package var slowVisits: Set<SubscriptionID> { slow.feeds }

    /// Waits until all slow visits have ended; cancels visits that still run at `deadline` and returns their feeds. A
    /// cancelled visit loses only the unfinished part of its last document.
    package func finishSlowVisits(until deadline: ContinuousClock.Instant) async -> Set<SubscriptionID> {
        while !slowVisits.isEmpty, !isOffline, !Task.isCancelled, ContinuousClock.now < deadline {
            try? await Pause.sleep(for: .milliseconds(100))
        }
        let late = slowVisits
        slow.cancel()
        return late
    }

    /// Adds to a report the articles that its slow feeds have delivered since it ended, and their failures.
    package func addSlowResults(to report: inout RefreshReport) {
        for subscription in report.slow {
            switch slow.takeResult(of: subscription.id) {
            case .updated(let new, let edited)?:
                report.addArticles(new: new.count, edited: edited.count)
            case .failed(let problem)?:
                let health = (try? store.subscription(subscription.id))?.health
                report.addFailure(of: subscription, problem, retriedAt: health?.nextAttempt)
            case .unchanged?, .notAvailableOffline?, .waiting?, .cancelled?, nil: break
            }
        }
    }

    package func cancelSlowVisits() {
        slow.cancel()
    }
}
