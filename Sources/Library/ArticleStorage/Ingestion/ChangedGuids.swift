import Basics
import FeedModel
import GRDB

import struct FoundationEssentials.Date

/// Finds the stored articles whose guids the feed has changed, so that they do not appear twice: the feed moved to
/// https, is now made by another program, or edited an item that has no guid and so got one made of its words.
struct ChangedGuids {
    private let subscription: SubscriptionID
    private let articles: [IncomingArticle]
    /// The document's guids, and the number of its items by identity; computed once a stored article may be one of
    /// them.
    private var document: (guids: Set<String>, counts: [ArticleIdentity: Int])?
    /// The stored articles of the seconds that were looked up, by the second's first place.
    private var bySecond: [Place: [ArticleIdentity: [StoredIdentity]]] = [:]

    init(_ articles: [IncomingArticle], of subscription: SubscriptionID) {
        self.articles = articles
        self.subscription = subscription
    }

    // MARK: - All guids

    /// If all guids of the document are new, the feed may have changed all of them: an article is known by its link and
    /// date.
    func adoptAll(in database: Database, hasTombstones: Bool) throws {
        let isKnown = try articles.contains { try database.knows(guid: $0.item.id, in: subscription) }
        guard !isKnown else { return }
        let items = articles.map(\.item).filter { $0.url != nil }
        let offered = Dictionary(grouping: items) { ArticleIdentity(linkOf: $0) }
        let undated = items.lazy.filter { $0.published == nil }.compactMap { $0.updated?.stored }
        let stored = try database.identities(
            of: subscription, publishedAt: Set(items.map { $0.published?.stored }), orChangedAt: Set(undated))
        for (identity, items) in offered {
            if let id = try Self.only(items, stored[identity] ?? [], in: database) {
                try database.setGuid(items[0].id, of: id)
            } else if hasTombstones {
                try addTombstones(items, in: database)
            }
        }
        try adoptMoved(items, from: stored, in: database)
    }

    /// A site that moves to another host, or to another program, changes its links, too. Its articles are known by their
    /// titles and dates, unless another article or item shares these.
    private func adoptMoved(
        _ items: [ParsedItem], from stored: [ArticleIdentity: [StoredIdentity]], in database: Database
    ) throws {
        let known = Dictionary(grouping: stored.values.joined()) {
            ArticleIdentity(url: nil, title: $0.identity.title, date: $0.identity.date)
        }
        guard !known.isEmpty else { return }
        let links = Set(items.map { ArticleIdentity(linkOf: $0) })
        let offered = Dictionary(grouping: items) {
            ArticleIdentity(url: nil, title: $0.title, date: $0.published?.stored)
        }
        for (identity, items) in offered where identity.title != nil && identity.date != nil && items.count == 1 {
            guard stored[ArticleIdentity(linkOf: items[0])] == nil, let alike = known[identity], alike.count == 1,
                !links.contains(ArticleIdentity(url: alike[0].url, date: identity.date)),
                try alike[0].isMovedVersion(of: items[0], in: database)
            else { continue }
            try database.setGuid(items[0].id, of: alike[0].id)
        }
    }

    /// Returns the stored article if no other article or item has this link and date, and the item is a version of it.
    private static func only(
        _ items: [ParsedItem], _ stored: [StoredIdentity], in database: Database
    ) throws -> Int64? {
        guard items.count == 1, stored.count == 1 else { return nil }
        return try stored[0].isRenamedVersion(of: items[0], in: database) ? stored[0].id : nil
    }

    /// Gives the new guids a tombstone if the links and dates have one. Tombstones hold the exact links of the articles
    /// that were removed. A link without a date proves nothing: all items of a feed may link to its home page.
    private func addTombstones(_ items: [ParsedItem], in database: Database) throws {
        for item in items where item.published != nil {
            guard let url = item.url else { continue }
            let isRemoved = try Self.forms(of: url).contains { link in
                try database.hasTombstone(of: Fingerprint(link: link, published: item.published), in: subscription)
            }
            if isRemoved { try database.addTombstone(Fingerprint(guid: item.id), in: subscription) }
        }
    }

    /// Returns the address and the addresses that differ from it only in the scheme or in `www.`.
    private static func forms(of url: String) -> [String] {
        guard WebAddress.isHTTP(url), let start = url.firstRange(of: "://")?.upperBound else { return [url] }
        let rest = String(url[start...])
        let page = rest.hasPrefix("www.") ? String(rest.dropFirst(4)) : rest
        return [url, "http://\(page)", "https://\(page)", "http://www.\(page)", "https://www.\(page)"]
    }

    // MARK: - One guid

    /// Gives the stored version of this article its new guid. Both must have the same link, date and title (see also
    /// `isVersion`), and the document must list neither the old guid nor another item with the same facts.
    ///
    /// - Returns: true if there is such an article.
    mutating func adopt(_ article: IncomingArticle, in database: Database) throws -> Bool {
        let equal = try stored(like: article, in: database).filter { try $0.isVersion(of: article.item, in: database) }
        guard !equal.isEmpty else { return false }
        let document = listedDocument()
        let free = equal.filter { !document.guids.contains($0.guid) }
        guard free.count == 1, document.counts[ArticleIdentity(of: article.item)] == 1 else { return false }
        try database.setGuid(article.item.id, of: free[0].id)
        return true
    }

    /// Some programs give each item the time of the response as its date, which is a part of a guid made of its words.
    ///
    /// - Returns: true if an item without guid and link has the words of a stored article, both were received within a
    ///   minute of their dates, and the document does not list that article itself.
    mutating func repeatsStored(
        _ article: IncomingArticle, receivedAt now: Date, in database: Database
    ) throws -> Bool {
        let item = article.item
        guard item.url == nil, item.id.hasPrefix(ParsedItem.prefixOfMadeIDs), let date = item.published,
            (-Self.moment...Self.moment).contains(date.timeIntervalSince(now))
        else { return false }
        let guids = try database.guids(like: article, receivedWithin: Self.moment, in: subscription)
        return !guids.isEmpty && listedDocument().guids.isDisjoint(with: guids)
    }

    private static let moment: Double = 60

    private mutating func listedDocument() -> (guids: Set<String>, counts: [ArticleIdentity: Int]) {
        if let document { return document }
        var listed: (guids: Set<String>, counts: [ArticleIdentity: Int]) = ([], [:])
        for item in articles.lazy.map(\.item) {
            listed.guids.insert(item.id)
            listed.counts[ArticleIdentity(of: item), default: 0] += 1
        }
        document = listed
        return listed
    }

    /// Returns the stored articles with the same link, date and title.
    ///
    /// Looks them up in an index, since most new articles of a refresh have no other version: by the second of the date
    /// or, without a date, by the address. It does not find an article whose date was edited.
    private mutating func stored(like article: IncomingArticle, in database: Database) throws -> [StoredIdentity] {
        guard article.item.hasDate else {
            guard let key = article.storyKeys.address else {
                return try storedWithPlaceholder(article.item, in: database)
            }
            let identity = ArticleIdentity(of: article.item)
            return try database.identities(at: key, in: subscription).filter { $0.identity == identity }
        }
        let found = try identities(within: article.earliestPlace, in: database)
        return found.isEmpty ? [] : found[ArticleIdentity(of: article.item)] ?? []
    }

    /// Programs write the first moment of 1970 or of the year 1 for a missing date. Version 0.1.0 stored these dates
    /// and made guids of them, so an item without guid and link now has a different guid.
    private mutating func storedWithPlaceholder(
        _ item: ParsedItem, in database: Database
    ) throws -> [StoredIdentity] {
        guard item.url == nil, item.id.hasPrefix(ParsedItem.prefixOfMadeIDs) else { return [] }
        var stored: [StoredIdentity] = []
        for date in [0, -62_135_596_800] as [Double] {
            let second = Place(firstOf: Date(timeIntervalSince1970: date))
            let found = try identities(within: second, in: database)
            stored += found[ArticleIdentity(url: nil, title: item.title, date: date)] ?? []
        }
        return stored
    }

    private mutating func identities(
        within second: Place, in database: Database
    ) throws -> [ArticleIdentity: [StoredIdentity]] {
        if let found = bySecond[second] { return found }
        let found = Dictionary(grouping: try database.identities(within: second, in: subscription), by: \.identity)
        bySecond[second] = found
        return found
    }
}

extension Database {
    /// Returns the articles of a feed that have a link and one of these dates, by link and date.
    ///
    /// - Parameter changes: the times of items that have no date of their own. Sync servers report these as the date of
    ///   publication: an article with one is found without a date.
    fileprivate func identities(
        of subscription: SubscriptionID, publishedAt dates: Set<Double?>, orChangedAt changes: Set<Double>
    ) throws -> [ArticleIdentity: [StoredIdentity]] {
        var found: [ArticleIdentity: [StoredIdentity]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(StoredIdentity.columns) FROM article JOIN content ON article = id
                    WHERE subscription = ? AND url IS NOT NULL
                    """),
            arguments: [subscription.rawValue])
        while let row = try rows.next() {
            let date = row[4] as Double?
            let isFound = dates.contains(date)
            guard isFound || date.map(changes.contains) ?? false else { continue }
            let identity = ArticleIdentity(url: row[2], date: isFound ? date : nil)
            found[identity, default: []].append(StoredIdentity(row: row))
        }
        return found
    }

    /// Returns the guids of the articles without a link that have the item's words and were received within some seconds
    /// of their dates.
    fileprivate func guids(
        like article: IncomingArticle, receivedWithin seconds: Double, in subscription: SubscriptionID
    ) throws -> [String] {
        try all(
            """
            SELECT guid FROM article JOIN content ON article = id
            WHERE subscription = ?1 AND article.title = ?2 AND url IS NULL AND content.title IS ?3
                AND coalesce(html, text, summary) IS ?4 AND published - received BETWEEN -?5 AND ?5
            """,
            [
                subscription.rawValue, article.listTitle, article.item.title,
                article.item.contentHTML ?? article.item.contentText ?? article.item.summary, seconds,
            ]
        ) { $0[0] }
    }

    /// Returns the articles of a feed in one second, given by its first place.
    fileprivate func identities(within second: Place, in subscription: SubscriptionID) throws -> [StoredIdentity] {
        try all(
            """
            SELECT \(StoredIdentity.columns) FROM article INDEXED BY article_place JOIN content ON article = id
            WHERE place >= ? AND place < ? AND subscription = ?
            """,
            [second.rawValue, second.firstOfNextSecond.rawValue, subscription.rawValue], StoredIdentity.init)
    }

    /// Returns the articles of a feed with the key of an address; none if there are many, since they share it.
    fileprivate func identities(at address: Int64, in subscription: SubscriptionID) throws -> [StoredIdentity] {
        let most = 16
        let found = try all(
            """
            SELECT \(StoredIdentity.columns) FROM article INDEXED BY article_address JOIN content ON article = id
            WHERE addressKey = ? AND subscription = ? LIMIT ?
            """,
            [address, subscription.rawValue, most + 1], StoredIdentity.init)
        return found.count <= most ? found : []
    }
}
