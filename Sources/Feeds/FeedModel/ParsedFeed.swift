package import struct FoundationEssentials.Date

/// A feed document, whatever its format, in the terms of JSON Feed 1.1.
///
/// Every string is safe to show on a terminal: no C0 (but `\n` and `\t` in bodies), DEL, C1 or bidirectional controls.
package struct ParsedFeed: Equatable, Sendable {
    /// Plain text, one line.
    package var title: String?
    package var homePageURL: String?
    /// The address that the feed says is its own (`atom:link rel="self"`, `feed_url`).
    package var feedURL: String?
    package var summary: String?
    package var language: String?
    package var iconURL: String?
    package var authors: [Author] = []
    package var items: [ParsedItem] = []
    /// RFC 5005 `rel="next"`, JSON Feed `next_url`: older items, which may shift under the reader.
    package var nextURL: String?
    /// RFC 5005 `rel="prev-archive"`: older items that do not change.
    package var previousArchiveURL: String?
    /// What the feed would like about being asked again. Hints, never orders.
    package var hints = PollingHints()
    /// The document's form.
    package var format: FeedFormat

    package init(format: FeedFormat) {
        self.format = format
    }
}

/// The forms of feed document that are read.
package enum FeedFormat: String, Sendable, CaseIterable {
    case rss, rdf, atom, json
}

/// RSS `ttl`, `skipHours` and the syndication module's `sy:` elements.
package struct PollingHints: Equatable, Sendable {
    /// In minutes (RSS `ttl`).
    package var ttl: Int?
    /// Hours of the day, 0–23, UTC, in which the feed is not worth asking.
    package var skipHours: Set<Int> = []
    /// In seconds (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?

    package init() {}
}

/// One entry of a feed document.
package struct ParsedItem: Equatable, Sendable {
    /// Unique within its document, stable from one fetch to the next: the guid, else made from link, title and date.
    package var id: String
    /// The page of the article.
    package var url: String?
    /// What a link blog's article points at.
    package var externalURL: String?
    /// Plain text, one line.
    package var title: String?
    package var contentHTML: String?
    package var contentText: String?
    package var summary: String?
    package var imageURL: String?
    /// The page of its comments (RSS `comments`, `thr:replies`).
    package var commentsURL: String?
    package var published: Date?
    package var updated: Date?
    package var authors: [Author] = []
    package var tags: [String] = []
    package var language: String?
    package var enclosures: [Enclosure] = []

    package init(id: String) {
        self.id = id
    }
}
