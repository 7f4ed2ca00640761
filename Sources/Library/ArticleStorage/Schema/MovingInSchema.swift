/// The tables of an import from another reader, kept until each feed has been fetched once.
///
/// The other reader may identify articles differently. A feed's first document shows which of its items are imported
/// articles; these then get the ids of the document and keep their marks.
enum MovingInSchema {
    static let statements = [
        // `isSettled`: the feed's first document has been stored since.
        """
        CREATE TABLE movedFeed (
            subscription INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
            isSettled INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        // `subscription` is 0 if the article's feed is not subscribed. `isShared`: an article of any feed with this
        // guid gets the marks, since the other reader kept one article for all feeds that have it.
        """
        CREATE TABLE movedMark (
            guid TEXT NOT NULL,
            subscription INTEGER NOT NULL,
            article INTEGER REFERENCES article (id) ON DELETE SET NULL,
            isShared INTEGER NOT NULL,
            isRead INTEGER NOT NULL,
            isStarred INTEGER NOT NULL,
            isDeleted INTEGER NOT NULL,
            PRIMARY KEY (guid, subscription)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX movedMark_article ON movedMark (article) WHERE article IS NOT NULL",
    ]

    /// Marks the content that another reader has stored as `IncomingArticle.importedContent`. Before, an article of such
    /// a feed counted as imported if it was received after the feed's last fetch.
    static let markImportedContent = """
        UPDATE article SET fingerprint = 0
        WHERE subscription IN (SELECT subscription FROM movedFeed WHERE isSettled = 0)
            AND received > coalesce(
                (SELECT lastSuccess FROM polling WHERE polling.subscription = article.subscription), 0)
        """
}
