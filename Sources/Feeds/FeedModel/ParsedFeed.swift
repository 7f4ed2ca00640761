public import struct FoundationEssentials.Date

/// A feed document, whatever its format, in the terms of JSON Feed 1.1.
///
/// Every string is safe to show on a terminal: no C0 (but `\n` and `\t` in bodies), DEL, C1 or bidirectional controls.
public struct ParsedFeed: Equatable, Sendable {
    /// Plain text, one line.
    public var title: String?
    public var homePageURL: String?
    /// The address that the feed says is its own (`atom:link rel="self"`, `feed_url`).
    public var feedURL: String?
    public var summary: String?
    public var language: String?
    public var iconURL: String?
    public var authors: [Author] = []
    public var items: [ParsedItem] = []
    /// RFC 5005 `rel="next"`, JSON Feed `next_url`: older items, which may shift under the reader.
    public var nextURL: String?
    /// RFC 5005 `rel="prev-archive"`: older items that do not change.
    public var previousArchiveURL: String?
    /// What the feed would like about being asked again. Hints, never orders.
    public var hints = PollingHints()
    /// The document's form.
    public var format: FeedFormat

    public init(format: FeedFormat) {
        self.format = format
    }
}

/// The forms of feed document that are read.
public enum FeedFormat: String, Sendable, CaseIterable {
    case rss, rdf, atom, json
}

/// RSS `ttl`, `skipHours` and the syndication module's `sy:` elements.
public struct PollingHints: Equatable, Sendable {
    /// In minutes (RSS `ttl`).
    public var ttl: Int?
    /// Hours of the day, 0–23, UTC, in which the feed is not worth asking.
    public var skipHours: Set<Int> = []
    /// In seconds (`sy:updatePeriod` divided by `sy:updateFrequency`).
    public var updateInterval: Int?

    public init() {}
}

/// One entry of a feed document.
public struct ParsedItem: Equatable, Sendable {
    /// Unique within its document, stable from one fetch to the next: the guid, else made from link, title and date.
    public var id: String
    /// The page of the article.
    public var url: String?
    /// What a link blog's article points at.
    public var externalURL: String?
    /// Plain text, one line.
    public var title: String?
    public var contentHTML: String?
    public var contentText: String?
    public var summary: String?
    public var imageURL: String?
    /// The page of its comments (RSS `comments`, `thr:replies`).
    public var commentsURL: String?
    public var published: Date?
    public var updated: Date?
    public var authors: [Author] = []
    public var tags: [String] = []
    public var language: String?
    public var enclosures: [Enclosure] = []

    public init(id: String) {
        self.id = id
    }
}
