import FeedParsing
import FoundationEssentials

/// The result of examining an address that a person wants to subscribe to.
enum DiscoveredFeeds: Sendable {
    /// The address is a feed's. The cache has the fetched document, so the first visit costs nothing.
    case feed(url: String, title: String?)
    /// A JSON Feed with `_since`: a server that reads feeds for its clients, for `addAccount`.
    case since(url: String, title: String)
    /// A page that names these feeds, best first.
    case candidates([FeedDiscovery.Candidate])
    /// A page that names no feed, and the usual addresses have none.
    case none
    /// The server answered with something other than a document: its status, in its own words: `410 Gone`; and the time
    /// before which it forbids requests, if it named one (RFC 9110 §10.2.3).
    case refused(code: Int, words: String, until: Date?)
    /// The server of this host answers only with credentials (401).
    case wantsCredentials(host: String)
}
