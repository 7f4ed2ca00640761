internal import Markup

/// The reason why a document is not a feed. A malformed feed is not an error: its readable parts are returned.
package enum FeedParsingError: Error, Equatable, Sendable {
    case empty
    /// A web page, such as a hotspot's login page; `FeedDiscovery` may find feeds in it.
    case html
    /// Markup with another root: OPML, a sitemap, a drawing.
    case otherMarkup(root: String)
    /// JSON, or text that begins like it, but not a JSON Feed.
    case otherJSON
    /// JSON that nests deeper than the limit.
    case deepJSON(limit: Int)
    /// The document is neither markup nor JSON.
    case unknownForm
    /// Compressed, and more than the limit (in bytes) when inflated.
    case tooLarge(limit: Int)
    /// Begins like gzip, and cannot be inflated.
    case brokenCompression
}

extension FeedParsingError: CustomStringConvertible {
    /// One line for the user, safe for a terminal.
    package var description: String {
        switch self {
        case .empty: "not a feed: the document is empty"
        case .html: "not a feed, but a web page (HTML)"
        case .otherMarkup(let root): "not a feed: its root element is <\(SafeText.line(root))>"
        case .otherJSON: "not a feed: JSON, but not JSON Feed"
        case .deepJSON(let limit): "not a feed: its JSON nests more than \(limit) deep"
        case .unknownForm: "not a feed: neither XML nor JSON"
        case .tooLarge(let limit): "not a feed: it inflates to more than \(limit / 1_000_000) MB"
        case .brokenCompression: "not a feed: damaged gzip data"
        }
    }
}
