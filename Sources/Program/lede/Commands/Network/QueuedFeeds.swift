import ArticleStorage
import FeedModel

/// The feeds in the queue before it is fetched, with their addresses at that time, since some leave the list meanwhile.
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

    /// Returns the line about a feed that left the queue without being fetched; nil for any other. If its address led
    /// to a feed that is subscribed already, it has left the list, too, and no hint follows.
    func line(about problem: FeedProblem, of id: SubscriptionID) -> String? {
        guard let address = addresses[id], let queue = try? store.queue(), !queue.map(\.fetch).contains(.feed(id))
        else {
            return nil
        }
        let line = "\(address): \(problem.message)"
        guard let feed = try? store.subscription(id) else { return line }
        let name = ShellWord.of(feed.shownAddress)
        return "\(line) (lede refresh --force \(name) tries again, lede remove \(name) unsubscribes)"
    }
}
