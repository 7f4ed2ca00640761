import ArticleStorage
internal import Basics
package import FeedModel
import Synchronization

/// Visits to slow servers. A body that comes byte by byte may take hours: the refresh that began the visit ends
/// without it, and the next ones skip that feed until the visit has ended.
final class SlowVisits: Sendable {
    private let store: ArticleStore
    private let network: FeedNetwork
    private let limit: Int
    private let running = Mutex<[SubscriptionID: IndependentVisit]>([:])

    /// - Parameter limit: the most visits that continue at the same time.
    init(store: ArticleStore, network: FeedNetwork, limit: Int) {
        self.store = store
        self.network = network
        self.limit = limit
    }

    /// Feeds whose visits continue without a refresh.
    var feeds: Set<SubscriptionID> {
        running.withLock { Set($0.keys) }
    }

    /// - Parameter ids: nil for all.
    func cancel(of ids: Set<SubscriptionID>? = nil) {
        let visits = running.withLock { running in
            let chosen = running.filter { ids?.contains($0.key) ?? true }
            for id in chosen.keys { running[id] = nil }
            return chosen.values
        }
        visits.forEach { $0.cancel() }
    }

    /// Returns false if too many visits are slow already, so that this one cannot continue, or if it has ended.
    func keep(
        _ visit: IndependentVisit, of id: SubscriptionID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) -> Bool {
        let hasRoom = running.withLock { running in
            guard running.count < limit else { return false }
            running[id] = visit
            return true
        }
        guard hasRoom else { return false }
        let isRunning = visit.detach { [self] in record($0, by: visit, events) }
        if !isRunning { running.withLock { $0[id] = nil } }
        return isRunning
    }

    private func record(
        _ visit: FeedVisit, by independent: IndependentVisit, _ events: @Sendable (RefreshEvent) -> Void
    ) {
        running.withLock { if $0[visit.subscription] === independent { $0[visit.subscription] = nil } }
        if visit.wasRequested, !visit.heard { network.count(.unanswered) }
        if let state = visit.unsavedState { try? store.record([state]) }
        if visit.result.isSuccess { try? store.removeQueued([.feed(visit.subscription)]) }
        network.saveTraffic()
        switch visit.result {
        case .updated(let new, let edited): events(.changed(visit.subscription, new: new, edited: edited))
        case .failed(let problem): events(.failed(visit.subscription, problem))
        case .unchanged, .notAvailableOffline, .waiting, .cancelled: break
        }
    }
}

extension FeedService {
    /// Feeds whose visits continue without a refresh.
    package var slowVisits: Set<SubscriptionID> { slow.feeds }

    /// Waits until all slow visits have ended; cancels those that still run at `deadline` and returns their feeds. A
    /// cancelled visit loses only the unfinished part of its last document.
    package func finishSlowVisits(until deadline: ContinuousClock.Instant) async -> Set<SubscriptionID> {
        while !slowVisits.isEmpty, !Task.isCancelled, ContinuousClock.now < deadline {
            try? await Pause.sleep(for: .milliseconds(100))
        }
        let late = slowVisits
        slow.cancel()
        return late
    }

    package func cancelSlowVisits() {
        slow.cancel()
    }
}
