import Basics
import FeedModel
import GRDB

/// A stored article, for comparison with the items of a document.
struct StoredIdentity {
    let id: Int64
    let guid: String
    let url: String?
    let identity: ArticleIdentity

    static let columns = "id, guid, url, content.title, published, updated"

    init(row: Row) {
        (id, guid, url) = (row[0], row[1], row[2])
        identity = ArticleIdentity(url: url, title: row[3], date: (row[4] as Double?) ?? (row[5] as Double?))
    }

    /// True if an item with the same link, date and title is a version of this article.
    ///
    /// Items of one day may share a link and a title, or have none: the answers in a thread, the notes on a page. So
    /// that two articles never become one, those with guids of their own need a page and the same text, since a feed
    /// that renews its guids does not edit its articles. Feeds that count the edits of an article in its guid do.
    /// Without a date, the guids must be addresses of one page.
    func isVersion(of item: ParsedItem, in database: Database) throws -> Bool {
        if hasGuidOfSamePage(as: item) { return true }
        // A stored date beside a missing one is a placeholder.
        guard item.hasDate || identity.date != nil, item.title != nil else { return false }
        if let stem = Self.stem(of: item), stem == Self.stem(of: guid, url: url) {
            return try item.hasDate || database.hasText(of: item, id)
        }
        guard item.url.flatMap(StoryAddress.of) != nil else { return false }
        return try countsEdits(item) || database.hasText(of: item, id)
    }

    /// True if an item with the same link and date is a version of this article, in a document that changes all guids.
    ///
    /// A feed that lists only its newest item, such as the quote of the day, has a new guid each time, too, and may give
    /// all items one link, one title and no date, or the day as their date.
    func isRenamedVersion(of item: ParsedItem, in database: Database) throws -> Bool {
        let isTitledAlike = item.title != nil && item.title == identity.title
        guard item.published == nil else {
            guard !isTitledAlike, !hasGuidOfSamePage(as: item) else { return true }
            return try item.url == url && (hasExactDate || database.hasText(of: item, id))
        }
        guard isTitledAlike else { return false }
        let isChangedAtSameTime = item.updated != nil && item.updated?.stored == identity.date
        return try isChangedAtSameTime || hasGuidOfSamePage(as: item) || database.hasText(of: item, id)
    }

    /// True if an item with the same title and date, but another link, is a version of this article, in a document that
    /// changes all guids. Fragments distinguish the articles of one page.
    func isMovedVersion(of item: ParsedItem, in database: Database) throws -> Bool {
        guard let page = item.url.flatMap(StoryAddress.of), page != url.flatMap(StoryAddress.of) else { return false }
        return try hasExactDate || database.hasText(of: item, id)
    }

    /// True if the guids are addresses of one page.
    private func hasGuidOfSamePage(as item: ParsedItem) -> Bool {
        StoryAddress.of(item.id) != nil && ArticleIdentity.address(item.id) == ArticleIdentity.address(guid)
    }

    /// False if the date may be only a day or a rounded time.
    private var hasExactDate: Bool {
        identity.date.map { $0.truncatingRemainder(dividingBy: Self.quarterHour) != 0 } ?? false
    }

    /// True if the guids are the articles' links with a counter. Answers in a thread have such guids, too, and may
    /// share a date that is only a day or a rounded time: those need the same text.
    private func countsEdits(_ item: ParsedItem) -> Bool {
        guard hasExactDate else { return false }
        return item.url != nil && Self.withoutCounter(item.id) == item.url && Self.withoutCounter(guid) == url
    }

    private static let quarterHour: Double = 900

    /// Returns the part before `#` and at most three digits; nil if the guid has another form.
    private static func withoutCounter(_ guid: String) -> String? {
        guard let hash = guid.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        let digits = guid.utf8[hash...].dropFirst()
        let isCounter = 1...3 ~= digits.count && digits.allSatisfy(\.isASCIIDigit)
        return isCounter ? String(guid[..<hash]) : nil
    }

    /// Returns the feed's part of the item's guid, see `stem(of:url:)`. A feed may end its own guids in a number after
    /// a `#`; without a link in the guid, only the digest of these words proves that the feed did not give it.
    private static func stem(of item: ParsedItem) -> String? {
        guard let stem = Self.stem(of: item.id, url: item.url) else { return nil }
        let isMade =
            item.url != nil || stem == ParsedItem.prefixOfMadeIDs || item.id.hasSuffix("#\(item.digestOfWords)")
        return isMade ? stem : nil
    }

    /// Returns the feed's part of a guid that ends in the link, if there is one, and a digest of the item's words, see
    /// `UniqueIdentifiers`; nil if the guid has another form.
    private static func stem(of guid: String, url: String?) -> String? {
        if guid.hasPrefix(ParsedItem.prefixOfMadeIDs) { return ParsedItem.prefixOfMadeIDs }
        guard let hash = guid.utf8.lastIndex(of: UInt8(ascii: "#")), isDigest(guid.utf8[hash...].dropFirst())
        else { return nil }
        let start = guid[..<hash]
        guard let url else { return String(start) }
        let suffix = "#\(url)"
        return start.hasSuffix(suffix) ? ArticleIdentity.address(String(start.dropLast(suffix.count))) : nil
    }

    private static func isDigest(_ bytes: Substring.UTF8View) -> Bool {
        12...16 ~= bytes.count
            && bytes.allSatisfy { $0.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }
}

extension ParsedItem {
    var hasDate: Bool { published != nil || updated != nil }
}

extension Database {
    func hasArticle(guid: String, in subscription: SubscriptionID) throws -> Bool {
        try hasRow("SELECT 1 FROM article WHERE subscription = ? AND guid = ?", [subscription.rawValue, guid])
    }

    func articleID(guid: String, in subscription: SubscriptionID) throws -> Int64? {
        try first("SELECT id FROM article WHERE subscription = ? AND guid = ?", [subscription.rawValue, guid]) { $0[0] }
    }

    func hasArticle(_ id: Int64, in subscription: SubscriptionID) throws -> Bool {
        try hasRow("SELECT 1 FROM article WHERE id = ? AND subscription = ?", [id, subscription.rawValue])
    }

    /// True if the feed has, or had, an article with this guid.
    func knows(guid: String, in subscription: SubscriptionID) throws -> Bool {
        try hasArticle(guid: guid, in: subscription) || hasTombstone(of: Fingerprint(guid: guid), in: subscription)
    }

    func setGuid(_ guid: String, of article: Int64) throws {
        try run("UPDATE article SET guid = ? WHERE id = ?", [guid, article])
    }

    /// True if the stored article has the item's text.
    fileprivate func hasText(of item: ParsedItem, _ article: Int64) throws -> Bool {
        try hasRow(
            "SELECT 1 FROM content WHERE article = ? AND coalesce(html, text, summary) IS ?",
            [article, item.contentHTML ?? item.contentText ?? item.summary])
    }
}
