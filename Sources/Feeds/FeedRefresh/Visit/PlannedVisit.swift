import ArticleStorage
import FeedModel

/// A feed to visit, and the state of its polling.
///
/// A class, so that a queue of 1,000 takes 8 KB instead of 544 KB, and each visit frees its memory when it ends.
final class PlannedVisit: Sendable {
    let subscription: Subscription
    let state: PollingState

    init(_ subscription: Subscription, _ state: PollingState) {
        self.subscription = subscription
        self.state = state
    }
}
