import ArticleStorage
import FeedModel

/// The feeds in the queue before it is fetched, with the addresses that they had then: some leave the list meanwhile.
struct QueuedFeeds: Sendable {
    private let store: ArticleStore
    private let addresses: [SubscriptionID: String]

    init(in store: ArticleStore) throws {
        self.store = store
        let ids = try store.queue().compactMap { item -> SubscriptionID? in
            if case .feed(let id) = item.fetch { id } else { nil }
        }
        addresses = Dictionary(
            try store.subscriptions(ids).map { ($0.id, $0.shownAddress) }, uniquingKeysWith: { first, _ in first })
    }

    /// The line about a feed that left the list because the library has it under another address; nil for any other.
    func line(about problem: FeedProblem, of id: SubscriptionID) -> String? {
        guard let address = addresses[id], let found = try? store.subscriptions([id]), found.isEmpty else { return nil }
        return "\(address): \(problem.message)"
    }
}
