package import FeedModel
import GRDB

extension ArticleStore {
    /// An article whole, also one that is deleted and not yet purged.
    package func article(_ id: ArticleID) throws(ArticleStoreError) -> Article? {
        try read { try $0.article(id.rawValue) }
    }

    /// Those of them that exist, in the order asked.
    package func articles(_ ids: [ArticleID]) throws(ArticleStoreError) -> [Article] {
        try read { database in
            try ids.compactMap { try database.article($0.rawValue) }
        }
    }

    /// All that showing an article takes, from one state of the library.
    ///
    /// - Parameter withPage: whether the text of its page is wanted, too.
    package func whole(_ id: ArticleID, withPage: Bool) throws(ArticleStoreError) -> ShownArticle? {
        try read { database in
            guard let article = try database.article(id.rawValue) else { return nil }
            return ShownArticle(
                article: article, feedTitle: try database.subscription(article.subscription)?.title ?? "",
                page: withPage ? try database.pageText(for: id) : nil)
        }
    }

    /// The same for the first look at it: of its texts only the one that is shown is there, and of that one the beginning.
    ///
    /// - Parameter limit: how much of the text is wanted, in bytes.
    package func beginning(
        of id: ArticleID, withPage: Bool, upTo limit: Int
    ) throws(ArticleStoreError) -> ShownArticle? {
        try read { try $0.beginning(of: id.rawValue, withPage: withPage, upTo: limit) }
    }

    /// The text of the article's page as it was once extracted.
    package func pageText(for id: ArticleID) throws(ArticleStoreError) -> PageText? {
        try read { try $0.pageText(for: id) }
    }

    /// Keeps the extracted text of an article's page, in place of an earlier one.
    package func setPageText(_ text: PageText, for id: ArticleID) throws(ArticleStoreError) {
        try write {
            try $0.run(
                "INSERT OR REPLACE INTO pageText (article, url, html) SELECT id, ?, ? FROM article WHERE id = ?",
                [text.url, text.html, id.rawValue])
        }
    }
}

/// An article as it is shown.
package struct ShownArticle: Sendable {
    package var article: Article
    /// Empty where its feed is no more.
    package var feedTitle: String
    /// The text of its page, where there is one.
    package var page: PageText?
    /// How long its text is, in bytes, where only the beginning of it may be here.
    package var wholeLength: Int?

    package init(article: Article, feedTitle: String, page: PageText? = nil, wholeLength: Int? = nil) {
        self.article = article
        self.feedTitle = feedTitle
        self.page = page
        self.wholeLength = wholeLength
    }
}

/// The main content of an article's page, extracted for reading.
package struct PageText: Equatable, Sendable {
    package var html: String
    /// Where it was found, after redirects.
    package var url: String

    package init(html: String, url: String) {
        self.html = html
        self.url = url
    }
}

private let articleRows = "SELECT \(columns(texts: "summary, text, html")) FROM article JOIN content ON article = id"

/// Without its texts, but with the name of the one that is shown; `typeof` loads none.
private let articleRowsWithoutTexts = """
    SELECT \(columns(texts: "NULL, NULL, NULL")),
        CASE 'text' WHEN typeof(html) THEN 'html' WHEN typeof(text) THEN 'text' WHEN typeof(summary) THEN 'summary' END
    FROM article JOIN content ON article = id
    """

private func columns(texts: String) -> String {
    """
    id, subscription, guid, received, isRead, isStarred,
        content.title, url, externalURL, imageURL, commentsURL, published, updated, authors, tags, language, enclosures,
        \(texts)
    """
}

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

    fileprivate func beginning(of id: Int64, withPage: Bool, upTo limit: Int) throws -> ShownArticle? {
        let found = try first(articleRowsWithoutTexts + " WHERE id = ?", [id]) {
            (article: Article(row: $0), column: $0[20] as String?)
        }
        guard let found else { return nil }
        let feedTitle = try subscription(found.article.subscription)?.title ?? ""
        var shown = ShownArticle(article: found.article, feedTitle: feedTitle, wholeLength: 0)
        let url = withPage ? try first("SELECT url FROM pageText WHERE article = ?", [id]) { $0[0] as String } : nil
        if let url {
            let html = try beginning(of: "html", in: "pageText", row: id, upTo: limit)
            shown.page = PageText(html: html.text, url: url)
            shown.wholeLength = html.length
        } else if let column = found.column {
            let text = try beginning(of: column, in: "content", row: id, upTo: limit)
            switch column {
            case "html": shown.article.item.contentHTML = text.text
            case "text": shown.article.item.contentText = text.text
            default: shown.article.item.summary = text.text
            }
            shown.wholeLength = text.length
        }
        return shown
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
