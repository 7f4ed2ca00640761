package import FeedModel
package import ReaderUI

/// What the reader asks of the network. Every call returns at once; what comes of it is told to the sink, from any thread.
package protocol RefreshControl: Sendable {
    typealias Sink = @Sendable (Event) -> Void

    /// The person's switch, which holds for every process on the library.
    var connectivity: ReaderUI.Connectivity { get }
    func setOffline(_ isOffline: Bool, _ sink: @escaping Sink)
    /// What is stored is shown already: asks the server behind it.
    func open(_ id: SubscriptionID, _ sink: @escaping Sink)
    func refresh(_ id: SubscriptionID, force: Bool, _ sink: @escaping Sink)
    func refreshAll(_ sink: @escaping Sink)
    /// Ends a refresh within moments; what has come by then is kept.
    func cancelRefresh()
    /// The main text of the article's page, into the library.
    func loadFullText(_ id: ArticleID, _ sink: @escaping Sink)
    /// Subscribes to the feed at an address, or lists those that the page there names.
    func subscribe(_ address: String, _ sink: @escaping Sink)
    /// Changes a feed of an account: on its server first, then here.
    func change(_ change: ServedFeedChange, _ sink: @escaping Sink)
}

/// A change of an account, or of a feed that its server fetches.
package enum ServedFeedChange: Equatable, Sendable {
    case unsubscribe(SubscriptionID)
    case rename(SubscriptionID, String)
    case move(SubscriptionID, folder: [String])
    /// An account with its feeds, here alone.
    case removeAccount(String, keepsStarred: Bool)
}

extension RefreshControl {
    package func change(_ change: ServedFeedChange, _ sink: @escaping Sink) {
        sink(.message(.error("Feeds of accounts cannot be changed here")))
    }
}
