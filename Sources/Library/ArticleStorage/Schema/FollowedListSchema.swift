/// Migration 34: lists of feeds that the library follows, and the feeds of each.
enum FollowedListSchema {
    static let statements = [
        """
        CREATE TABLE followedList (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            lastSuccess REAL,
            lastAttempt REAL,
            nextAttempt REAL,
            consecutiveFailures INTEGER NOT NULL DEFAULT 0,
            problemKind TEXT,
            problemMessage TEXT
        ) STRICT
        """,
        // `address` is comparable (`ComparableAddress`). A row without a subscription: the feed was removed for good.
        // `isBrought`: the list has added the feed, and the person has not restored it since. `isGone`: the list lacks
        // it now.
        """
        CREATE TABLE listedFeed (
            list INTEGER NOT NULL REFERENCES followedList (id) ON DELETE CASCADE,
            address TEXT NOT NULL,
            subscription INTEGER REFERENCES subscription (id) ON DELETE SET NULL,
            isBrought INTEGER NOT NULL,
            isGone INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (list, address)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX listedFeed_subscription ON listedFeed (subscription)",
    ]
}
