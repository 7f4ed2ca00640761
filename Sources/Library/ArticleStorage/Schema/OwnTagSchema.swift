/// The person's own tags of articles.
enum OwnTagSchema {
    static let statements = [
        """
        CREATE TABLE ownTag (
            article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            PRIMARY KEY (article, name)
        ) STRICT
        """
    ]

    /// The labels that a server had at its last sync: a difference from them is a change on the server, not here.
    static let serverTags = """
        CREATE TABLE serverTag (
            article INTEGER NOT NULL REFERENCES remoteArticle (article) ON DELETE CASCADE,
            name TEXT NOT NULL,
            PRIMARY KEY (article, name)
        ) STRICT, WITHOUT ROWID
        """

    /// A tag moves an article in the change log as a mark does. Tags from before that change are reported once to the
    /// clients of `lede serve`, and sent once to such a server.
    static let logged =
        [("tag_added", "INSERT", "NEW"), ("tag_removed", "DELETE", "OLD")].map { name, event, row in
            """
            CREATE TRIGGER \(name) AFTER \(event) ON ownTag
            WHEN EXISTS (SELECT 1 FROM changeLog WHERE through >= \(row).article) BEGIN
                INSERT OR IGNORE INTO changedArticle (article) VALUES (\(row).article);
            END
            """
        } + [
            """
            INSERT OR IGNORE INTO changedArticle (article)
            SELECT DISTINCT article FROM ownTag WHERE article <= (SELECT through FROM changeLog)
            """,
            """
            INSERT OR IGNORE INTO outbox (article, field, value)
            SELECT ownTag.article, 'tag:' || name, 1 FROM ownTag JOIN remoteArticle USING (article)
                JOIN account ON account.id = account AND kind = 'since'
            """,
        ]
}
