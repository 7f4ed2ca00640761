/// The reader's data about an article besides its marks.
enum ReaderDataSchema {
    /// The reading position, as a block of the text and a byte in that block; `isPage` is true for the page's text
    /// and false for the feed's.
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
