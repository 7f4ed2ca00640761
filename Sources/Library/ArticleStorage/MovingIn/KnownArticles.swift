import FeedModel
import GRDB

import struct FoundationEssentials.Date

/// The articles of one feed, for matching them with the articles of another program, which uses other ids.
struct KnownArticles {
    struct Entry {
        let id: Int64
        let guid: String
        let url: String?
        let title: String?
        let published: Date?
        let updated: Date?
    }

    private(set) var entries: [Entry] = []
    private var byGUID: [String: Int] = [:]
    /// The articles by the form of the link in which addresses of one page are equal, see `ArticleIdentity`.
    private var byLink: [String: [Int]] = [:]
    private var byTitle: [String: [Int]] = [:]

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ entry: Entry) {
        let index = entries.count
        entries.append(entry)
        byGUID[entry.guid] = index
        if let url = entry.url { byLink[ArticleIdentity.address(url), default: []].append(index) }
        if let title = entry.title?.movedTitle { byTitle[title, default: []].append(index) }
    }

    func entry(guid: String) -> Entry? {
        byGUID[guid].map { entries[$0] }
    }

    /// Returns the only article with this link and one of these dates; if there is none, the only one whose link
    /// differs in the scheme or in tracking parameters.
    ///
    /// Without a date, an item and an article that both have guids of their own are never the same: many articles of a
    /// feed may share the link and the title. If one of them is known by its link, an item without a date is matched by
    /// its link alone. If the article has no date, or the item has none and the links differ, the titles must be equal:
    /// another reader dates an item without a date with the time of its fetch.
    ///
    /// - Parameter isKnownByLink: true if the feed gives the item no guid.
    func entry(link: String?, dates: [Date], title: String?, isKnownByLink: Bool) -> Entry? {
        guard let link, let found = byLink[ArticleIdentity.address(link)] else { return nil }
        let title = title?.movedTitle
        let isMatch = { (entry: Entry) -> Bool in
            if entry.isNear(dates) { return true }
            guard dates.isEmpty || entry.isUndated, isKnownByLink || entry.isKnownByLink else { return false }
            if dates.isEmpty && entry.url == link { return true }
            return title != nil && entry.title?.movedTitle == title
        }
        return only(found.filter { entries[$0].url == link }, where: isMatch) ?? only(found, where: isMatch)
    }

    /// Returns the only article with this title and one of these dates, or the only one without guid and link that
    /// has this title.
    func entry(title: String?, dates: [Date]) -> Entry? {
        guard let title = title?.movedTitle, let found = byTitle[title] else { return nil }
        return only(found) { $0.isNear(dates) || $0.isKnownByTitle }
    }

    private func only(_ indices: [Int], where condition: (Entry) -> Bool) -> Entry? {
        let found = indices.map { entries[$0] }.filter(condition)
        return found.count == 1 ? found[0] : nil
    }
}

extension KnownArticles.Entry {
    /// True if another reader can identify the article by its title only.
    fileprivate var isKnownByTitle: Bool {
        url == nil && (guid == title || guid.hasPrefix(ParsedItem.prefixOfMadeIDs))
    }
}

extension KnownArticles.Entry {
    /// True if the feed may have given the article no guid, so that its link became one.
    fileprivate var isKnownByLink: Bool { guid == url }

    fileprivate var isUndated: Bool { published == nil && updated == nil }

    /// Compares whole seconds, as other readers store no fractions.
    fileprivate func isNear(_ others: [Date]) -> Bool {
        [published, updated].compactMap(\.self).contains { own in
            others.contains { abs($0.timeIntervalSince(own)) < 1 }
        }
    }
}

extension ParsedItem {
    var dates: [Date] { [published, updated].compactMap(\.self) }
}

extension String {
    /// The words of the title, which are compared; nil if it has none.
    fileprivate var movedTitle: String? {
        let words = split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension Database {
    /// Returns all articles of a feed, deleted ones too. `onlyMoved`: only those imported from another reader.
    func knownArticles(of subscription: SubscriptionID, onlyMoved: Bool = false) throws -> KnownArticles {
        var known = KnownArticles()
        let moved = onlyMoved ? "AND id IN (SELECT article FROM movedMark WHERE article IS NOT NULL)" : ""
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT id, guid, url, content.title, published, updated FROM article JOIN content ON article = id
                    WHERE subscription = ? \(moved)
                    """),
            arguments: [subscription.rawValue])
        while let row = try rows.next() {
            known.add(
                .init(
                    id: row[0], guid: row[1], url: row[2], title: row[3], published: row.date(4), updated: row.date(5)))
        }
        return known
    }
}
