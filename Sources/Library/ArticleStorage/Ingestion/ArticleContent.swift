import Basics
package import FeedModel
import GRDB
import SQLiteAccess

extension ArticleStore {
    /// Returns a whole article, even one that is deleted and not yet purged.
    package func article(_ id: ArticleID) throws(ArticleStoreError) -> Article? {
        try read { try $0.article(id.rawValue) }
    }

    /// Returns the articles that exist, in the order of `ids`.
    package func articles(_ ids: [ArticleID]) throws(ArticleStoreError) -> [Article] {
        try read { database in
            try ids.compactMap { try database.article($0.rawValue) }
        }
    }

    /// Returns the rows of the articles that still exist, even hidden ones, newest first.
    package func summaries(of ids: [ArticleID]) throws(ArticleStoreError) -> [ArticleSummary] {
        try read { database in
            let rows = try database.all(
                """
                SELECT \(ListRow.columns) FROM article
                WHERE id IN (SELECT value FROM json_each(?)) ORDER BY place DESC
                """,
                [ids.jsonArray], ListRow.init)
            return try database.summaries(of: rows)
        }
    }

    /// Returns everything that is needed to show an article, from one snapshot of the library.
    ///
    /// - Parameter withPage: true to load the text of its page too.
    package func whole(_ id: ArticleID, withPage: Bool) throws(ArticleStoreError) -> ShownArticle? {
        try read { try $0.whole(id, withPage: withPage) }
    }

    /// Returns everything that is needed to show these articles, if they exist, in the order of `ids`.
    package func completeArticles(_ ids: some Sequence<ArticleID>) throws(ArticleStoreError) -> [ShownArticle] {
        try read { database in try ids.compactMap { try database.whole($0, withPage: true) } }
    }

    /// Returns an article for the first paint: loads only the text that is shown, and only its beginning.
    ///
    /// - Parameter limit: the length of the text to load, in bytes.
    package func beginning(
        of id: ArticleID, withPage: Bool, upTo limit: Int
    ) throws(ArticleStoreError) -> ShownArticle? {
        try read { try $0.beginning(of: id.rawValue, withPage: withPage, upTo: limit) }
    }

    /// Returns the text extracted earlier from the article's page.
    package func pageText(for id: ArticleID) throws(ArticleStoreError) -> PageText? {
        try read { try $0.pageText(for: id) }
    }

    /// True if the text of the article's page is stored. May be called within a read: `is:packed` opens the pack
    /// store, which calls this to check its pages after a reboot.
    package func hasPageText(for id: ArticleID) throws(ArticleStoreError) -> Bool {
        try readWithin { try $0.pageText(for: id) } != nil
    }

    /// Stores the text extracted from the page that these articles link to, in one transaction. An unproven text never
    /// replaces a proven one.
    ///
    /// - Parameter metadata: the title and other data that saved addresses among them take from their page.
    package func setPageText(
        _ text: PageText, for ids: [ArticleID], describedBy metadata: SavedPageMetadata? = nil
    ) throws(ArticleStoreError) {
        try write { database in
            for id in ids {
                try database.run(
                    """
                    INSERT OR REPLACE INTO pageText (article, url, html, isUnproven)
                    SELECT id, ?1, ?2, ?3 FROM article
                    WHERE id = ?4 AND NOT (?3 AND EXISTS (
                        SELECT 1 FROM pageText WHERE article = ?4 AND isUnproven = 0))
                    """,
                    [text.url, text.html, !text.isProven, id.rawValue])
                guard database.changesCount > 0 else { continue }
                try database.joinStory(of: id.rawValue, foundAt: text.url)
                if let metadata { try database.describeSaved(id, by: metadata) }
            }
        }
    }

    /// Records that the pages of these articles certainly come from their servers.
    package func confirmPages(of ids: [ArticleID]) throws(ArticleStoreError) {
        guard !ids.isEmpty else { return }
        try write { database in
            for id in ids {
                try database.run(
                    "UPDATE pageText SET isUnproven = 0 WHERE article = ? AND isUnproven = 1", [id.rawValue])
            }
        }
    }
}

/// An article in the form in which it is shown.
package struct ShownArticle: Sendable {
    package var article: Article
    /// The feed's title, which is empty if the feed no longer exists.
    package var feedTitle: String
    /// The language of the feed's articles that name none themselves.
    package var feedLanguage: String?
    /// The text of its page, if there is one.
    package var page: PageText?
    /// True if its feed has changed it since it arrived.
    package var isEdited = false
    /// The articles of other feeds with the same story.
    package var copies: [StoryCopy] = []
    /// The person's own tags.
    package var tags: [String] = []
    /// The position where reading stopped.
    package var readingPosition: StoredReadingPosition?
    /// The length of the whole text in bytes, set if only the beginning may be loaded.
    package var wholeLength: Int?

    package init(article: Article, feedTitle: String, wholeLength: Int? = nil) {
        self.article = article
        self.feedTitle = feedTitle
        self.wholeLength = wholeLength
    }

    /// A language tag (BCP 47), as the feed has it.
    package var language: String? { article.item.language ?? feedLanguage }
}

/// The main content of an article's page, extracted for reading.
package struct PageText: Equatable, Sendable {
    package var html: String
    /// The address of the page, after redirects; that of a transcript in the feed.
    package var url: String
    /// True if the page certainly comes from its server, not from a hotspot that answered in its place.
    package var isProven: Bool

    package init(html: String, url: String, isProven: Bool = true) {
        self.html = html
        self.url = url
        self.isProven = isProven
    }
}

private let articleRows = "SELECT \(columns(texts: "summary, text, html")) FROM article JOIN content ON article = id"

/// Loads no text, only the name of the column that is shown; `typeof` does not read the text.
private let articleRowsWithoutTexts = """
    SELECT \(columns(texts: "NULL, NULL, NULL")),
        CASE 'text' WHEN typeof(html) THEN 'html' WHEN typeof(text) THEN 'text' WHEN typeof(summary) THEN 'summary' END
    FROM article JOIN content ON article = id
    """

private func columns(texts: String) -> String {
    """
    id, subscription, guid, received, isRead, isStarred,
        content.title, url, externalURL, imageURL, commentsURL, published, updated, authors, tags, language, enclosures,
        \(texts), commentCount, commentsFeedURL, note
    """
}

let newContent = """
    INSERT INTO content (
        article, title, url, externalURL, imageURL, commentsURL, published, updated, authors, tags, language,
        enclosures, summary, text, commentsFeedURL, html)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

let replacedContent = newContent.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO")

extension Database {
    func article(_ id: Int64) throws -> Article? {
        try first(articleRows + " WHERE id = ?", [id], Article.init)
    }

    fileprivate func whole(_ id: ArticleID, withPage: Bool) throws -> ShownArticle? {
        guard let article = try article(id.rawValue) else { return nil }
        var shown = ShownArticle(article: article, feedTitle: "")
        try add(try relatedFacts(of: id.rawValue), to: &shown)
        if withPage { shown.page = try pageText(for: id) }
        return shown
    }

    fileprivate func beginning(of id: Int64, withPage: Bool, upTo limit: Int) throws -> ShownArticle? {
        let found = try first(articleRowsWithoutTexts + " WHERE id = ?", [id]) {
            (article: Article(row: $0), column: $0[23] as String?)
        }
        guard let found else { return nil }
        var shown = ShownArticle(article: found.article, feedTitle: "", wholeLength: 0)
        let relatedFacts = try relatedFacts(of: id)
        try add(relatedFacts, to: &shown)
        if withPage, let url = relatedFacts?.pageURL {
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

    /// Runs one statement, since an ordinary article has none of these and a statement for each would find nothing.
    fileprivate func relatedFacts(of id: Int64) throws -> RelatedFacts? {
        try first(
            """
            SELECT feedURL, coalesce(customTitle, feedTitle),
                (SELECT url FROM pageText WHERE article = own.id),
                EXISTS (SELECT 1 FROM earlierText WHERE article = own.id),
                EXISTS (SELECT 1 FROM ownTag WHERE article = own.id),
                EXISTS (SELECT 1 FROM readingPlace WHERE article = own.id),
                story IS NOT NULL, language
            FROM article AS own
                LEFT JOIN subscription ON subscription.id = own.subscription AND removedAt IS NULL
            WHERE own.id = ?
            """, [id], RelatedFacts.init)
    }

    fileprivate func add(_ relatedFacts: RelatedFacts?, to shown: inout ShownArticle) throws {
        guard let relatedFacts else { return }
        let id = shown.article.id
        shown.feedTitle = relatedFacts.feedTitle
        shown.feedLanguage = relatedFacts.feedLanguage
        shown.isEdited = relatedFacts.isEdited
        if relatedFacts.hasStory { shown.copies = try copies(of: id.rawValue) }
        if relatedFacts.hasTags { shown.tags = try ownTags(of: id.rawValue) }
        if relatedFacts.hasReadingPosition { shown.readingPosition = try readingPosition(of: id.rawValue) }
    }

    fileprivate func pageText(for id: ArticleID) throws -> PageText? {
        try first("SELECT html, url, isUnproven FROM pageText WHERE article = ?", [id.rawValue]) {
            PageText(html: $0[0], url: $0[1], isProven: !$0[2])
        }
    }

}

extension RowStatement {
    /// Writes all of an item except its guid; the statement is `newContent` or `replacedContent`.
    func store(_ incoming: IncomingArticle, of article: Int64) throws {
        let (item, records) = (incoming.item, incoming.records)
        try run(16, inPlace: item.contentHTML) { values in
            values.bind(1, article)
            values.bind(2, item.title)
            values.bind(3, item.url)
            values.bind(4, item.externalURL)
            values.bind(5, item.imageURL)
            values.bind(6, item.commentsURL)
            values.bind(7, item.published?.stored)
            values.bind(8, item.updated?.stored)
            values.bind(9, records.authors)
            values.bind(10, records.tags)
            values.bind(11, item.language)
            values.bind(12, records.enclosures)
            values.bind(13, item.summary)
            values.bind(14, item.contentText)
            values.bind(15, item.commentsFeedURL)
        }
    }
}

/// Facts about an article from other tables.
private struct RelatedFacts {
    /// The feed's title, which is empty if the feed no longer exists.
    let feedTitle: String
    let pageURL: String?
    let isEdited: Bool
    let hasTags: Bool
    let hasReadingPosition: Bool
    let hasStory: Bool
    let feedLanguage: String?

    init(row: Row) {
        feedTitle = row[1] ?? (row[0] as String?).map(ShownAddress.of) ?? ""
        pageURL = row[2]
        (isEdited, hasTags, hasReadingPosition, hasStory) = (row[3], row[4], row[5], row[6])
        feedLanguage = row[7]
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
        item.commentCount = row[20]
        item.commentsFeedURL = row[21]
        self.init(
            id: ArticleID(rawValue: row[0]), subscription: SubscriptionID(rawValue: row[1]), item: item,
            received: row.date(3)!, isRead: row[4], isStarred: row[5])
        note = row[22]
    }
}
