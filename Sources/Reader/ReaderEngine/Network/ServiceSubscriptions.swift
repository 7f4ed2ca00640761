import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FeedRefresh
import ReaderUI

// Subscribes to feeds, and adds the accounts of servers.
extension ServiceNetwork {
    package func subscribe(_ address: String, as userAgent: String?, _ sink: @escaping Sink) {
        start(sink) { [self] service in
            var feed = NewSubscription(feedURL: address)
            feed.userAgent = userAgent
            switch try await service.subscribe(to: feed) {
            case .subscribed(let feed):
                sink(.subscribed(feed.id))
                sink(.message(Message("Subscribed to \(feed.quotedLine)")))
                feed.problem.map { sink(.message(.error("\(feed.title): \($0.message)"))) }
            case .known(let id):
                sink(.subscribed(id))
                let hasLogin = ShownAddress.ofTyped(address) != address
                sink(.message(Message(hasLogin ? "Already subscribed, with this login" : "Already subscribed")))
            case .queued(let id, let isNew, _):
                sink(.queued(try store.queueCount()))
                sink(.subscribed(id))
                sink(.message(Message(isNew ? "Subscribed; it will be fetched once online" : "Already subscribed")))
            case .notQueued(let id, _):
                sink(.subscribed(id))
                sink(.message(Message("Subscribed; the queue is full, so the next refresh fetches it")))
            case .choose(let candidates):
                let found = candidates.map { FoundFeed(url: $0.url, title: $0.title ?? ShownAddress.of($0.url)) }
                sink(.discovered(address: address, found, userAgent: userAgent))
            case .server(let url): try await addAccount(url, service, sink)
            case .noFeed(let reason):
                sink(.message(.error("No feed at \(ShownAddress.ofTyped(address)): \(reason)")))
            case .wantsCredentials(let host):
                sink(.message(.error(LoginWords.needed(by: host, configuration: "config.toml"))))
            }
        }
    }

    /// → `imported`
    static func follow(_ address: String, _ service: FeedService, _ sink: @escaping Sink) async throws {
        guard let report = try await service.follow(address) else {
            return sink(.message(Message("Following the list; it is read once online")))
        }
        if let problem = report.problem {
            return sink(.message(.error("\(report.list.shownAddress): \(problem.message)")))
        }
        for loss in report.losses(atMost: ListReport.maximumMessages) { sink(.message(Message(loss, kind: .warning))) }
        let added = report.changes.added.count
        let offers = added > 0 ? [Message.Offer(.refreshAll, "fetches")] : []
        let message = Message("\(added.counting("feed")) added; lede follows the list", offers: offers)
        sink(.imported(message, added: added))
    }

    private func addAccount(_ url: String, _ service: FeedService, _ sink: @escaping Sink) async throws {
        let report = try await service.addAccount(url) { Self.forward($0, sink) }.report
        let count = try report.map { try service.feedCount(of: $0.account.id) } ?? 0
        let problem = report?.problem.map { Message.error($0.message) }
        sink(.message(problem ?? Message("\(count.counting("feed")) from \(ShownAddress.of(url))")))
        sink(.libraryChanged)
    }
}
