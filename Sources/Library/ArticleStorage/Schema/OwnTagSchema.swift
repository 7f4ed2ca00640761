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
}
