import ArticleStorage
import FeedModel

/// The polling states that a refresh has not stored yet: it stores many at once. Articles have their own transactions.
struct UnsavedStates {
    /// The number of states that are stored together.
    static let batch = 64

    private var states: [PollingState] = []
    /// Failures that may be the connection's: a dead connection must not count against the feeds.
    private var suspected: [PollingState] = []
    /// The number of states at which they are stored; larger after a failure.
    private var limit = Self.batch

    /// - Parameter isSuspected: true for a failure that may be the connection's.
    mutating func add(_ state: PollingState, isSuspected: Bool) {
        if isSuspected { suspected.append(state) } else { states.append(state) }
    }

    /// The feeds whose failures may be the connection's.
    var suspectedFeeds: [SubscriptionID] { suspected.map(\.subscription) }

    /// Attributes the suspected failures to the feeds.
    mutating func acceptSuspected() {
        states += suspected
        suspected = []
    }

    /// Stores the states if there are many.
    mutating func saveIfMany(in store: ArticleStore) {
        if states.count >= limit { save(in: store) }
    }

    /// Stores the states at regular intervals, so that a killed process loses few of the waits that servers have asked
    /// for. After a failure, which may have waited for a lock, it waits for more states.
    mutating func saveInPassing(in store: ArticleStore) {
        if limit == Self.batch { save(in: store) }
    }

    mutating func save(in store: ArticleStore) {
        guard !states.isEmpty else { return }
        do {
            try store.record(states)
            (states, limit) = ([], Self.batch)
        } catch {
            limit = states.count + Self.batch
        }
    }
}
