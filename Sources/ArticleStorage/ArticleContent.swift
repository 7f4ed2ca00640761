public import FeedModel
import GRDB

extension ArticleStore {
    /// An article whole, also one that is deleted and not yet purged.
    public func article(_ id: ArticleID) throws(ArticleStoreError) -> Article? {
        try read { try $0.article(id.rawValue) }
    }

    /// Those of them that exist, in the order asked.
    public func articles(_ ids: [ArticleID]) throws(ArticleStoreError) -> [Article] {
        try read { database in
            try ids.compactMap { try database.article($0.rawValue) }
        }
    }

    /// All that showing an article takes, from one state of the library.
    ///
    /// - Parameter withPage: whether the text of its page is wanted, too.
    public func whole(_ id: ArticleID, withPage: Bool) throws(ArticleStoreError) -> WholeArticle? {
        try read { database in
            guard let article = try database.article(id.rawValue) else { return nil }
            return WholeArticle(
                article: article, feedTitle: try database.subscription(article.subscription)?.title ?? "",
                page: withPage ? try database.pageText(for: id) : nil)
        }
    }

    /// The text of the article's page as it was once extracted.
    public func pageText(for id: ArticleID) throws(ArticleStoreError) -> PageText? {
        try read { try $0.pageText(for: id) }
    }

    /// Keeps the extracted text of an article's page, in place of an earlier one.
    public func setPageText(_ text: PageText, for id: ArticleID) throws(ArticleStoreError) {
        try write {
            try $0.run(
                "INSERT OR REPLACE INTO pageText (article, url, html) SELECT id, ?, ? FROM article WHERE id = ?",
                [text.url, text.html, id.rawValue])
        }
    }
}

/// An article as it is shown.
public struct WholeArticle: Sendable {
    public var article: Article
    /// Empty where its feed is no more.
    public var feedTitle: String
    /// The text of its page, where there is one.
    public var page: PageText?

    public init(article: Article, feedTitle: String, page: PageText? = nil) {
        self.article = article
        self.feedTitle = feedTitle
        self.page = page
    }
}

/// The main content of an article's page, extracted for reading.
public struct PageText: Equatable, Sendable {
    public var html: String
    /// Where it was found, after redirects.
    public var url: String

    public init(html: String, url: String) {
        self.html = html
        self.url = url
    }
}

private let articleRows = """
    SELECT id, subscription, guid, received, isRead, isStarred,
        content.title, url, externalURL, imageURL, commentsURL, published, updated, authors, tags, language, enclosures,
        summary, text, html
    FROM article JOIN content ON article = id
    """

private let newContent = """
    INSERT INTO content (
        article, title, url, externalURL, imageURL, commentsURL, published, updated, authors, tags, language,
        enclosures, summary, text, html)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

private let replacedContent = newContent.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO")

extension Database {
    func article(_ id: Int64) throws -> Article? {
        try first(articleRows + " WHERE id = ?", [id], Article.init)
    }

    fileprivate func pageText(for id: ArticleID) throws -> PageText? {
        try first("SELECT html, url FROM pageText WHERE article = ?", [id.rawValue]) {
            PageText(html: $0[0], url: $0[1])
        }
    }

    /// Writes all of an item but its guid, in place of what was there. `isNew`: nothing was; then SQLite needs no journal of
    /// the statement.
    func storeContent(of article: Int64, from incoming: IncomingArticle, isNew: Bool) throws {
        let (item, records) = (incoming.item, incoming.records)
        try run(
            isNew ? newContent : replacedContent,
            [
                article, item.title, item.url, item.externalURL, item.imageURL, item.commentsURL,
                item.published?.stored, item.updated?.stored, records.authors, records.tags,
                item.language, records.enclosures, item.summary, item.contentText, item.contentHTML,
            ])
    }
}

extension Article {
    fileprivate init(row: Row) {
        var item = ParsedItem(id: row[2])
        item.title = row[6]
        item.url = row[7]
        item.externalURL = row[8]
        item.imageURL = row[9]
        item.commentsURL = row[10]
        item.published = row.date(11)
        item.updated = row.date(12)
        item.authors = Records.authors(row[13])
        item.tags = Records.tags(row[14])
        item.language = row[15]
        item.enclosures = Records.enclosures(row[16])
        item.summary = row[17]
        item.contentText = row[18]
        item.contentHTML = row[19]
        self.init(
            id: ArticleID(rawValue: row[0]), subscription: SubscriptionID(rawValue: row[1]), item: item,
            received: row.date(3)!, isRead: row[4], isStarred: row[5])
    }
}
