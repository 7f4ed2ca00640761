/// What the reader keeps of an article besides its marks.
enum DailyUseSchema {
    /// How far an article was read, as a block of its text and a byte in that block; `isPage` tells the page's text from the
    /// feed's.
    static let statements = [
        """
        CREATE TABLE readingPlace (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            block INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            isPage INTEGER NOT NULL
        ) STRICT
        """
    ]
}
