/// The tables of the change log: the changes that `lede serve` sends to its clients, in the order in which they
/// happened.
///
/// Every article and feed in the log has one entry, at its latest position; a change moves it to a new one. Storing new
/// articles writes nothing here: they are found by their numbers, which rise with every commit; triggers note changes
/// to the others. `ArticleStore.logChanges` then assigns positions, all in one writer's transaction, so that no client
/// ever sees a position after a higher one. In a library that serves no clients, `changeLog` has no row, and no changes
/// are recorded.
enum ChangeLogSchema {
    static let statements =
        [
            // `through`: every article up to this number has an entry. `givenUp`: the highest position that retention
            // removed.
            """
            CREATE TABLE changeLog (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                epoch TEXT NOT NULL,
                last INTEGER NOT NULL DEFAULT 0,
                through INTEGER NOT NULL DEFAULT 0,
                givenUp INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """,
            // No references: an entry for a deleted article or feed lasts as long as the log exists.
            """
            CREATE TABLE loggedArticle (
                article INTEGER PRIMARY KEY,
                position INTEGER NOT NULL UNIQUE,
                wireID TEXT NOT NULL UNIQUE,
                isDeleted INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """,
            """
            CREATE TABLE loggedFeed (
                subscription INTEGER PRIMARY KEY,
                position INTEGER NOT NULL UNIQUE,
                wireID TEXT NOT NULL UNIQUE,
                isDeleted INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """,
            // `wasListed`: an article that was removed for good while lists still showed it, which only retention
            // does.
            """
            CREATE TABLE changedArticle (
                article INTEGER PRIMARY KEY,
                wasListed INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """,
            "CREATE TABLE changedFeed (subscription INTEGER PRIMARY KEY) STRICT",
            """
            CREATE TRIGGER article_noted AFTER UPDATE OF isRead, isStarred, isListed, fingerprint ON article
            WHEN EXISTS (SELECT 1 FROM changeLog WHERE through >= NEW.id) BEGIN
                INSERT OR IGNORE INTO changedArticle (article) VALUES (NEW.id);
            END
            """,
            """
            CREATE TRIGGER article_missed AFTER DELETE ON article
            WHEN EXISTS (SELECT 1 FROM changeLog WHERE through >= OLD.id) BEGIN
                INSERT OR REPLACE INTO changedArticle (article, wasListed) VALUES (OLD.id, OLD.isListed);
            END
            """,
        ]
        + [
            ("subscription_added", "INSERT", "NEW"), ("subscription_missed", "DELETE", "OLD"),
            (
                "subscription_noted",
                "UPDATE OF feedURL, customTitle, feedTitle, homePageURL, folder, removedAt", "NEW"
            ),
        ].map { name, event, row in
            """
            CREATE TRIGGER \(name) AFTER \(event) ON subscription WHEN EXISTS (SELECT 1 FROM changeLog) BEGIN
                INSERT OR IGNORE INTO changedFeed (subscription) VALUES (\(row).id);
            END
            """
        }
}
