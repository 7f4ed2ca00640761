/// The texts that articles had when they arrived, stored when their feeds change them.
enum EarlierTextSchema {
    static let statements = [
        """
        CREATE TABLE earlierText (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            title TEXT,
            text TEXT,
            html TEXT
        ) STRICT
        """
    ]
}
