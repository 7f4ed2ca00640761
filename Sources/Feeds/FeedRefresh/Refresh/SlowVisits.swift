import ArticleStorage
package import FeedModel
import Synchronization

/// Visits to slow servers. A body that comes byte by byte may take hours: the refresh that began the visit ends
/// without it, and the next ones skip that feed until the visit has ended.
extension FeedService {
    /// Feeds whose visits continue without a refresh.
    package var slowVisits: Set<SubscriptionID> {
        aside.withLock { Set($0.keys) }
    }

    /// Waits until all slow visits have ended; cancels those that still run at `deadline` and returns their feeds. A
    /// cancelled visit loses only the unfinished part of its last document.
    package func finishSlowVisits(until deadline: ContinuousClock.Instant) async -> Set<SubscriptionID> {
        while !slowVisits.isEmpty, !Task.isCancelled, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(100))
        }
        let late = slowVisits
        cancelSlowVisits()
        return late
    }

    package func cancelSlowVisits(of ids: Set<SubscriptionID>? = nil) {
        let visits = aside.withLock { aside in
            let chosen = aside.filter { ids?.contains($0.key) ?? true }
            for id in chosen.keys { aside[id] = nil }
            return chosen.values
        }
        visits.forEach { $0.cancel() }
    }

    /// Returns false if too many visits are slow already, so that this one cannot continue, or if it has ended.
    func setAside(
        _ visit: IndependentVisit, of id: SubscriptionID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) -> Bool {
        let hasRoom = aside.withLock { aside in
            guard aside.count < settings.slowVisits else { return false }
            aside[id] = visit
            return true
        }
        guard hasRoom else { return false }
        let isAside = visit.setAside { [self] in record($0, by: visit, events) }
        if !isAside { aside.withLock { $0[id] = nil } }
        return isAside
    }

    private func record(
        _ visit: FeedVisit, by independent: IndependentVisit, _ events: @Sendable (RefreshEvent) -> Void
    ) {
        aside.withLock { if $0[visit.subscription] === independent { $0[visit.subscription] = nil } }
        if visit.wasRequested, !visit.heard { count(.unanswered) }
        if let state = visit.unsavedState { try? store.record([state]) }
        if visit.result.isSuccess { try? store.removeQueued([.feed(visit.subscription)]) }
        saveTraffic()
        switch visit.result {
        case .updated(let new, let edited): events(.changed(visit.subscription, new: new, edited: edited))
        case .failed(let problem): events(.failed(visit.subscription, problem))
        case .unchanged, .notAvailableOffline, .waiting, .cancelled: break
        }
    }
}
