import ArticleStorage
package import FeedModel
import Synchronization

extension FeedService {
    /// Opens a feed: stores a cached document at once if the library does not have it yet, then revalidates it. The
    /// caller shows the library's rows meanwhile and reloads them on `.changed`. Cancelling the task ends it.
    package func open(
        _ id: SubscriptionID, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> FeedResult {
        guard let subscription = try store.subscription(id), subscription.feedURL != SavedFeed.address else {
            return .unchanged
        }
        if let account = try store.account(of: id) { return try await open(subscription, of: account, events) }
        guard !subscription.preferences.isPaused else { return .unchanged }
        let state = try store.pollingState(of: id) ?? PollingState(subscription: id)
        switch PollingGate.decide(state, .opened, now: settings.now()) {
        case .waiting(let until): return .waiting(until: until)
        case .gone:
            return .failed(state.health.problem ?? .gone)
        case .ask, .fresh, .notDue: break
        }
        let visitor = FeedVisitor(PlannedVisit(subscription, state), context: visitContext, reason: .opened)
        var result = FeedResult.unchanged
        await visitor.visitStoredFirst { visit in
            network.note(visit)
            if let state = visit.unsavedState { try? store.record([state]) }
            if case .updated(let new, let edited) = visit.result, !(new.isEmpty && edited.isEmpty) {
                events(.changed(id, new: new, edited: edited))
            }
            if case .failed(let problem) = visit.result { events(.failed(id, problem)) }
            result = visit.result
        }
        network.saveTraffic()
        events(.connectivity(connectivity))
        return Task.isCancelled ? .cancelled : result
    }

    /// Opens a feed of an account: the caller shows the stored rows, and this syncs the whole account.
    private func open(
        _ subscription: Subscription, of account: AccountID, _ events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> FeedResult {
        guard !isOffline else { return subscription.articleCount == 0 ? .notAvailableOffline : .unchanged }
        let changes = Mutex<(new: [ArticleID], edited: [ArticleID])>(([], []))
        let reports = try await syncAccounts([account], reason: .opened) { event in
            if case .changed(subscription.id, let new, let edited) = event {
                changes.withLock {
                    $0.new += new
                    $0.edited += edited
                }
            }
            events(event)
        }
        network.saveTraffic()
        guard !Task.isCancelled else { return .cancelled }
        guard let report = reports.first else { return .unchanged }
        if let until = report.waitingUntil { return .waiting(until: until) }
        if let problem = report.problem {
            events(.failed(subscription.id, problem))
            return .failed(problem)
        }
        let (new, edited) = changes.withLock { $0 }
        return new.isEmpty && edited.isEmpty ? .unchanged : .updated(new: new, edited: edited)
    }
}
