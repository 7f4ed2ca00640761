package import FeedModel

/// A change of the subscriptions on a server.
package enum SubscriptionChange: Equatable, Sendable {
    case subscribe(url: String, title: String?, folder: String?)
    case unsubscribe(feed: RemoteFeed)
    case rename(feed: RemoteFeed, title: String)
    /// Moves the feed to a folder; nil means no folder.
    case move(feed: RemoteFeed, folder: String?)
    case renameFolder(String, to: String)

    package enum Kind: String, CaseIterable, Sendable {
        case subscribe, unsubscribe, rename, move, renameFolder
    }

    package var kind: Kind {
        switch self {
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .rename: .rename
        case .move: .move
        case .renameFolder: .renameFolder
        }
    }
}
