internal import Markup

/// The reason why a document is not a feed. A malformed feed is no error: its readable parts are returned.
package enum FeedParsingError: Error, Equatable, Sendable {
    case empty
    /// A web page, such as a hotspot's login page; `FeedDiscovery` may find feeds in it.
    case html
    /// Markup with another root: OPML, a sitemap, a drawing.
    case otherMarkup(root: String)
    /// JSON, or text that begins like it, but no JSON Feed.
    case otherJSON
    /// Neither markup nor JSON.
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
        case .empty: "this is no feed: the document is empty"
        case .html: "this is no feed but a web page (HTML)"
        case .otherMarkup(let root): "this is no feed: its root element is <\(SafeText.line(root))>"
        case .otherJSON: "this is no feed: it is JSON, but no JSON Feed"
        case .unknownForm: "this is no feed: it is neither XML nor JSON"
        case .tooLarge(let limit): "this is no feed: it inflates to more than \(limit / 1_000_000) MB"
        case .brokenCompression: "this is no feed: it begins like gzip, but cannot be inflated"
        }
    }
}
