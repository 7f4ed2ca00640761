/// The tables of sync servers whose feeds are in the library: each server's position, its ids of feeds and articles,
/// and the marks to send to it.
enum AccountSchema {
    static let statements = [
        """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            epoch TEXT,
            cursor TEXT,
            anchor TEXT,
            lastSuccess REAL,
            lastAttempt REAL,
            nextAttempt REAL,
            consecutiveFailures INTEGER NOT NULL DEFAULT 0,
            problemKind TEXT,
            problemMessage TEXT,
            retryAfter REAL,
            gapFound REAL,
            leaseOwner TEXT,
            leaseUntil REAL
        ) STRICT
        """,
        // A row without a subscription: the person has removed the feed here for good. `isGone`: the server has
        // removed it.
        """
        CREATE TABLE remoteFeed (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            remoteID TEXT NOT NULL,
            subscription INTEGER UNIQUE REFERENCES subscription (id) ON DELETE SET NULL,
            isGone INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, remoteID)
        ) STRICT, WITHOUT ROWID
        """,
        // A row without a remote id: known from before the server's ids changed, and not listed again since. `isGone`:
        // it was deleted by the server, not by the person.
        """
        CREATE TABLE remoteArticle (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            remoteID TEXT,
            isGone INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE UNIQUE INDEX remoteArticle_id ON remoteArticle (account, remoteID)",
        // One row per article and field; every mark gets a new number.
        """
        CREATE TABLE outbox (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            article INTEGER NOT NULL REFERENCES remoteArticle (article) ON DELETE CASCADE,
            field TEXT NOT NULL,
            value INTEGER NOT NULL,
            UNIQUE (article, field)
        ) STRICT
        """,
    ]

    /// The server's folder of a feed, independent of the person's folder.
    static let folders = [
        "ALTER TABLE remoteFeed ADD COLUMN folder TEXT",
        "UPDATE remoteFeed SET folder = (SELECT folder FROM subscription WHERE id = remoteFeed.subscription)",
    ]
}
