package import FeedModel
import FeedRules
import GRDB

package import struct FoundationEssentials.Date

/// The title and other data that a saved address takes from its page.
package struct SavedPageMetadata: Equatable, Sendable {
    var title: String
    var author: String?
    var published: Date?
    var language: String?

    package init(title: String, author: String? = nil, published: Date? = nil, language: String? = nil) {
        self.title = title
        self.author = author
        self.published = published
        self.language = language
    }
}

extension ArticleStore {
    /// Stores an address as an unread article of the feed "Saved", which is added with the first one. An address that
    /// was saved before becomes unread again; if it was deleted, it returns as a new one. No rule hides it, since the
    /// person asked for it.
    package func saveAddress(_ url: String, at now: Date) throws(ArticleStoreError) -> (id: ArticleID, isNew: Bool) {
        try write { database in
            try database.deletePagesOfRemovedFeed()
            let feed = try database.add(NewSubscription(feedURL: SavedFeed.address, feedTitle: SavedFeed.title)).id
            if let known = try database.saved(url, in: feed) {
                _ = try database.set(.read(false), on: [known.id])
                return (known.id, known.wasDeleted)
            }
            var item = ParsedItem(id: url)
            item.url = url
            let id = try database.insert(
                IncomingArticle(item, received: now, hasCopies: false), into: feed, received: now)
            var count = NewArticleCount()
            count.add(.none)
            try database.count(new: count, in: feed)
            return (id, true)
        }
    }

    /// True if the address was saved before, and is still there.
    package func isSaved(_ url: String) throws(ArticleStoreError) -> Bool {
        try read { database in
            try database.hasRow(
                """
                SELECT 1 FROM article JOIN subscription ON subscription.id = article.subscription
                WHERE feedURL = ? AND guid = ? AND isListed = 1
                """, [SavedFeed.address, url])
        }
    }

    /// Changes the address of a saved article, unless another saved article has it. Ignores articles of other feeds.
    package func changeAddress(ofSaved id: ArticleID, to url: String) throws(ArticleStoreError) {
        try write { try $0.changeAddress(ofSaved: id, to: url) }
    }
}

extension Database {
    /// Marks the pages of a removed feed "Saved" as deleted at the time of its removal. The next page that is saved
    /// brings the feed back, and it must not bring back the pages that were removed with the feed.
    fileprivate func deletePagesOfRemovedFeed() throws {
        try run(
            """
            UPDATE article SET deletedAt =
                (SELECT removedAt FROM subscription WHERE subscription.id = article.subscription)
            WHERE deletedAt IS NULL AND subscription IN
                (SELECT id FROM subscription WHERE feedURL = ? AND removedAt IS NOT NULL)
            """, [SavedFeed.address])
    }

    /// Finds the article of an address, and lists it again if it was deleted.
    fileprivate func saved(
        _ url: String, in feed: SubscriptionID
    ) throws -> (id: ArticleID, wasDeleted: Bool)? {
        let known = try first(
            "SELECT id, isListed FROM article WHERE subscription = ? AND guid = ?", [feed.rawValue, url]
        ) { (id: ArticleID(rawValue: $0[0]), wasDeleted: !($0[1] as Bool)) }
        if let known, known.wasDeleted {
            try run("UPDATE article SET deletedAt = NULL, isListed = 1 WHERE id = ?", [known.id.rawValue])
        }
        return known
    }

    fileprivate func changeAddress(ofSaved id: ArticleID, to url: String) throws {
        guard try isSaved(articleWith: id), let article = try article(id.rawValue), article.item.url != url else {
            return
        }
        try run("UPDATE OR IGNORE article SET guid = ? WHERE id = ?", [url, id.rawValue])
        guard try first("SELECT guid FROM article WHERE id = ?", [id.rawValue], { $0[0] }) == url else { return }
        var item = article.item
        (item.id, item.url) = (url, url)
        try replace(id.rawValue, by: IncomingArticle(item, received: article.received, hasCopies: false))
    }

    /// Gives a saved article the title and the other metadata of its page. Ignores articles of other feeds.
    func describeSaved(_ id: ArticleID, by metadata: SavedPageMetadata) throws {
        guard try isSaved(articleWith: id), let article = try article(id.rawValue) else { return }
        var item = article.item
        if !metadata.title.isEmpty { item.title = metadata.title }
        item.authors = metadata.author.map { [Author(name: $0)] } ?? item.authors
        item.published = metadata.published ?? item.published
        item.language = metadata.language ?? item.language
        guard item != article.item else { return }
        try replace(id.rawValue, by: IncomingArticle(item, received: article.received, hasCopies: false))
    }

    private func isSaved(articleWith id: ArticleID) throws -> Bool {
        try first(
            """
            SELECT feedURL = ? FROM article JOIN subscription ON subscription.id = article.subscription
            WHERE article.id = ?
            """, [SavedFeed.address, id.rawValue]
        ) { $0[0] } ?? false
    }
}
