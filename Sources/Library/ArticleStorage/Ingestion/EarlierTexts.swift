package import FeedModel
import GRDB

/// The title and the text that an article had when it arrived.
package struct EarlierText: Equatable, Sendable {
    package var title: String?
    package var text: String?
    package var html: String?
}

extension ArticleStore {
    /// Returns the text with which the article arrived, if its feed has changed it since.
    package func earlierText(of id: ArticleID) throws(ArticleStoreError) -> EarlierText? {
        try read { database in
            try database.first("SELECT title, text, html FROM earlierText WHERE article = ?", [id.rawValue]) {
                EarlierText(title: $0[0], text: $0[1], html: $0[2])
            }
        }
    }
}

extension Database {
    /// Maximum length of a text that is kept, in bytes (default 200 KB).
    private static let maximumTextLength = 200 << 10

    /// Keeps the current title and text of an article that a new version is about to replace. Only the first text is
    /// kept, so that the person sees every change since the article arrived.
    func keepText(of article: Int64, before item: ParsedItem) throws {
        try run(
            """
            INSERT OR IGNORE INTO earlierText (article, title, text, html)
            SELECT article, title, CASE WHEN html IS NULL THEN coalesce(text, summary) END, html FROM content
            WHERE article = ?1 AND coalesce(html, text, summary) IS NOT NULL
                AND length(CAST(coalesce(html, text, summary) AS BLOB)) <= ?2
                AND (coalesce(html, text, summary) IS NOT ?3 OR title IS NOT ?4)
            """,
            [
                article, Self.maximumTextLength, item.contentHTML ?? item.contentText ?? item.summary, item.title,
            ])
    }
}
