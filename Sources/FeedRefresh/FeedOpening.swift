import ArticleStorage
public import FeedModel

extension FeedService {
    /// What opening a feed brings: what is stored is taken in at once if the library has not seen it, then the revalidation behind
    /// it. The caller shows the library's rows meanwhile and reloads them on `.changed`. Cancelling the task ends it.
    public func open(
        _ id: SubscriptionID, events: @escaping @Sendable (RefreshEvent) -> Void
    ) async throws -> FeedResult {
        guard let subscription = try store.subscription(id) else { return .unchanged }
        let state = try store.pollingState(of: id) ?? PollingState(subscription: id)
        switch PollingGate.decide(state, .opened, now: settings.now()) {
        case .told(let until): return .waiting(until: until)
        case .gone:
            return .failed(state.health.problem ?? FeedProblem(kind: .gone, message: "410: the feed is gone for good"))
        case .ask, .fresh, .notDue: break
        }
        let visitor = FeedVisitor(service: self, subscription: subscription, state: state, reason: .opened)
        var result = FeedResult.unchanged
        await visitor.visitStoredFirst { visit in
            note(visit, knownHosts: visit.lineFailed ? knownHosts() : 1)
            if let state = visit.unsavedState { try? store.record([state]) }
            if case .updated(let new, let edited) = visit.result, !(new.isEmpty && edited.isEmpty) {
                events(.changed(id, new: new, edited: edited))
            }
            if case .failed(let problem) = visit.result { events(.failed(id, problem)) }
            result = visit.result
        }
        saveTraffic()
        events(.connectivity(connectivity))
        return Task.isCancelled ? .cancelled : result
    }
}
