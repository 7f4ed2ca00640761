/// The requests that wait for the network. A row with neither feed nor article means every feed.
enum QueueSchema {
    static let statements = [
        """
        CREATE TABLE queue (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            subscription INTEGER REFERENCES subscription (id) ON DELETE CASCADE,
            article INTEGER REFERENCES article (id) ON DELETE CASCADE,
            asked REAL NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            nextAttempt REAL,
            leaseOwner TEXT,
            leaseUntil REAL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX queue_subscription ON queue (subscription) WHERE subscription IS NOT NULL",
        "CREATE UNIQUE INDEX queue_article ON queue (article) WHERE article IS NOT NULL",
        """
        CREATE UNIQUE INDEX queue_everything ON queue (subscription IS NULL)
            WHERE subscription IS NULL AND article IS NULL
        """,
    ]
}
