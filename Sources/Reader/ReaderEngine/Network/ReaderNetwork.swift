package import FeedModel
package import ReaderUI

/// The reader's network requests. Every call returns at once; results go to the sink, from any thread.
package protocol ReaderNetwork: Sendable {
    /// The person's choice of offline or online, which applies to every process with this library.
    var connectivity: Connectivity { get }
    func setOffline(_ isOffline: Bool, _ sink: @escaping Sink)
    /// Requests an opened feed from its server; its stored articles are already on the screen.
    func open(_ id: SubscriptionID, _ sink: @escaping Sink)
    func refresh(_ id: SubscriptionID, force: Bool, _ sink: @escaping Sink)
    func refreshAll(_ sink: @escaping Sink)
    /// Cancels refreshes, and fetches of pages and of the opened feed, within moments; data received so far is kept.
    func cancelRefresh()
    /// Stores the main text of the article's page in the library.
    func loadFullText(_ id: ArticleID, _ sink: @escaping Sink)
    /// Stores an address to read later, and fetches its page.
    func save(address: String, _ sink: @escaping Sink)
    /// Subscribes to the feed at an address, or lists the feeds that the page there names.
    ///
    /// - Parameter userAgent: the feed's own; nil for the `User-Agent` of all requests.
    func subscribe(_ address: String, as userAgent: String?, _ sink: @escaping Sink)
    /// Changes an account or one of its feeds: a feed on its server first, then here.
    func change(_ change: ServedFeedChange, _ sink: @escaping Sink)
}

/// A change of an account, of a feed that its server fetches, or of the followed lists.
package enum ServedFeedChange: Equatable, Sendable {
    case unsubscribe(SubscriptionID)
    case rename(SubscriptionID, String)
    case move(SubscriptionID, folder: [String])
    /// Renames a folder with everything in it, on each server that has feeds in it.
    case renameFolder([String], to: [String])
    case addAccount(AccountForm, secret: String?)
    /// Removes an account with its feeds, only here.
    case removeAccount(String, keepsStarred: Bool)
    /// Follows the list of feeds at an address, only here.
    case followList(String)
}
