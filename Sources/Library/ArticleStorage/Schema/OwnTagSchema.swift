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
}
