import Basics
package import FeedModel
import GRDB

/// The position from which filling a gap continues. Between the oldest article of a document and the library's
/// articles of that feed there may be articles that the document no longer lists (RFC 5005).
package struct OlderPages: Equatable, Sendable {
    /// The next page to fetch.
    package var url: String
    /// The number of pages of this gap that are stored.
    package var taken: Int

    package init(url: String, taken: Int = 0) {
        self.url = url
        self.taken = taken
    }
}

extension ArticleStore {
    /// True if the library has, or had, one of these items of a feed: by its guid, else by its link and date.
    package func knowsAny(of items: [ParsedItem], in id: SubscriptionID) throws(ArticleStoreError) -> Bool {
        try read { database in
            for item in items {
                if try database.knows(guid: item.id, in: id) { return true }
            }
            let wasRemoved = try items.contains { item in
                guard let link = item.url else { return false }
                return try database.hasTombstone(of: Fingerprint(link: link, published: item.published), in: id)
            }
            return try wasRemoved || database.hasArticle(among: items.filter { $0.url != nil }, of: id)
        }
    }
}

extension Database {
    /// True if an article has the link and the date of one of these items. Reads the links of the whole feed, so it is
    /// called only if no guid is known.
    fileprivate func hasArticle(among items: [ParsedItem], of id: SubscriptionID) throws -> Bool {
        guard !items.isEmpty else { return false }
        let identities = Set(items.map { ArticleIdentity(linkOf: $0) })
        let dates = Set(identities.map(\.date))
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT url, published FROM article JOIN content ON article = id
                    WHERE subscription = ? AND url IS NOT NULL
                    """),
            arguments: [id.rawValue])
        while let row = try rows.next() {
            let date = row[1] as Double?
            guard dates.contains(date) else { continue }
            if identities.contains(ArticleIdentity(url: row[0], date: date)) { return true }
        }
        return false
    }
}
