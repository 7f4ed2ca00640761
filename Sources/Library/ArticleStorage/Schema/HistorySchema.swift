/// Migration 27: the articles that the person opened last, with the time.
enum HistorySchema {
    static let statements = [
        """
        CREATE TABLE opened (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            at REAL NOT NULL
        ) STRICT
        """,
        "CREATE INDEX opened_at ON opened (at)",
    ]
}
