/// The tables of sync servers whose feeds stand among the person's own: where each was left, how it calls feeds and articles,
/// and the marks that it has not heard of.
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
        // Without a subscription: the person has given it up here for good. `isGone`: the server has.
        """
        CREATE TABLE remoteFeed (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            remoteID TEXT NOT NULL,
            subscription INTEGER UNIQUE REFERENCES subscription (id) ON DELETE SET NULL,
            isGone INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, remoteID)
        ) STRICT, WITHOUT ROWID
        """,
        // Without a remote id: known from before the server's ids became others, and not listed again since. `isGone`: deleted
        // by the server, not by the person.
        """
        CREATE TABLE remoteArticle (
            article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            remoteID TEXT,
            isGone INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE UNIQUE INDEX remoteArticle_id ON remoteArticle (account, remoteID)",
        // One row an article and field; the number is a new one with every mark.
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

    /// Where the server has a feed, apart from where the person has put it.
    static let folders = [
        "ALTER TABLE remoteFeed ADD COLUMN folder TEXT",
        "UPDATE remoteFeed SET folder = (SELECT folder FROM subscription WHERE id = remoteFeed.subscription)",
    ]
}
