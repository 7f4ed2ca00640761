internal import Basics

package import struct FoundationEssentials.Date

/// A feed document of any format, in the terms of JSON Feed 1.1.
///
/// Every string is safe to show on a terminal: no C0 (except `\n` and `\t` in bodies), DEL, C1 or bidirectional
/// controls.
package struct ParsedFeed: Equatable, Sendable {
    /// Plain text, one line.
    package var title: String?
    package var homePageURL: String?
    /// The feed's address for itself (`atom:link rel="self"`, `feed_url`).
    package var feedURL: String?
    package var summary: String?
    package var language: String?
    package var iconURL: String?
    package var authors: [Author] = []
    package var items: [ParsedItem] = []
    /// RFC 5005 `rel="next"`, JSON Feed `next_url`: older items, which may move between pages meanwhile.
    package var nextURL: String?
    /// RFC 5005 `rel="prev-archive"`: older items that do not change.
    package var previousArchiveURL: String?
    /// The polling hints of the feed, which lede may ignore.
    package var hints = PollingHints()
    /// True if the document ends before its root element or object does: items may be missing.
    package var isTruncated = false

    package init() {}
}

/// RSS `ttl`, `skipHours` and the syndication module's `sy:` elements.
package struct PollingHints: Equatable, Sendable {
    /// In minutes (RSS `ttl`).
    package var ttl: Int?
    /// Hours of the day, 0–23, UTC, in which the feed has nothing new.
    package var skipHours: Set<Int> = []
    /// In seconds (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?

    package init() {}
}

/// One entry of a feed document.
package struct ParsedItem: Equatable, Sendable {
    /// Unique within its document and stable between fetches: the guid, else made from link, title and date.
    package var id: String
    /// The article's page.
    package var url: String?
    /// The page that a link blog's article links to.
    package var externalURL: String?
    /// Plain text, one line.
    package var title: String?
    package var contentHTML: String?
    package var contentText: String?
    package var summary: String?
    package var imageURL: String?
    /// The page of the article's comments (RSS `comments`, `thr:replies`).
    package var commentsURL: String?
    /// The feed of the article's comments (`wfw:commentRss`, `thr:replies` of a feed's type).
    package var commentsFeedURL: String?
    /// The number of comments when the feed was written (`slash:comments`, `thr:count`). A change of it is no edit of
    /// the article.
    package var commentCount: Int?
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

extension ParsedItem {
    /// The beginning of an id that is made of an item's words, since the item has neither an id nor a link.
    package static let prefixOfMadeIDs = "urn:lede:"

    /// A hash of the title, the date and the text, for ids; the same in every run, unlike Swift's own hashes.
    package var digestOfWords: String {
        let date = published.map { String(Int(saturating: $0.timeIntervalSince1970)) }
        var hash = Fingerprint()
        for part in [title, date, contentHTML ?? contentText ?? summary] {
            hash.add(bytes: (part ?? "").utf8)
            hash.add(byte: 0xFF)
        }
        return String(hash.value, radix: 16)
    }
}
