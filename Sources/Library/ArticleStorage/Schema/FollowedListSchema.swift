/// Migration 34: lists of feeds that the library follows, and the feeds of each.
///
/// SQLite stores the text of each statement. The whole schema must stay on the first page of the file (16 KB): a second
/// page would be at the end of an older library, and no truncated library could be repaired without it.
enum FollowedListSchema {
    static let statements = [
        """
        CREATE TABLE followedList (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, lastSuccess REAL, \
        lastAttempt REAL, nextAttempt REAL, consecutiveFailures INTEGER NOT NULL DEFAULT 0, problemKind TEXT, \
        problemMessage TEXT) STRICT
        """,
        // `address` is comparable (`ComparableAddress`). A row without a subscription: the feed was removed for good.
        // `isBrought`: the list has added the feed, and the person has not restored it since. `isGone`: the list lacks
        // it now.
        """
        CREATE TABLE listedFeed (list INTEGER NOT NULL REFERENCES followedList (id) ON DELETE CASCADE, \
        address TEXT NOT NULL, subscription INTEGER REFERENCES subscription (id) ON DELETE SET NULL, \
        isBrought INTEGER NOT NULL, isGone INTEGER NOT NULL DEFAULT 0, \
        PRIMARY KEY (list, address)) STRICT, WITHOUT ROWID
        """,
    ]
}
