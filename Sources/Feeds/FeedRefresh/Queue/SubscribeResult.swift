import Basics
package import FeedModel
package import FeedParsing

/// The result of `FeedService.subscribe`.
package enum SubscribeResult: Sendable {
    /// The feed is new in the library.
    case subscribed(AddedFeed)
    /// The library has this feed already.
    case known(SubscriptionID)
    /// There is no network. The address is queued and checked later; `reason` is nil if the person is offline.
    case queued(SubscriptionID, isNew: Bool, reason: String?)
    /// The same with a full queue: the feed is new in the library, and the next refresh fetches it.
    case notQueued(SubscriptionID, reason: String?)
    /// The page names several feeds, and none was chosen.
    case choose([FeedDiscovery.Candidate])
    /// The address is a server's, for `addAccount`.
    case server(url: String)
    /// There is no feed; the text says why.
    case noFeed(String)
    /// The server shows nothing without credentials.
    case wantsCredentials(host: String)
}

/// A feed that is new in the library.
package struct AddedFeed: Sendable {
    package let id: SubscriptionID
    package let title: String
    /// The number of its articles in the library, some perhaps from an earlier subscription.
    let articles: Int
    /// The feed's address if it is not the entered one, in a form that is safe to show.
    package let otherAddress: String?
    /// The reason why its first visit failed.
    package let problem: FeedProblem?

    /// `Gazette: 5 articles (https://example.org/feed)`
    package var line: String { "\(title): \(found)" }

    /// `“Gazette”: 5 articles (https://example.org/feed)`
    package var quotedLine: String { "“\(title)”: \(found)" }

    private var found: String {
        articles.counting("article") + (otherAddress.map { " (\($0))" } ?? "")
    }
}
