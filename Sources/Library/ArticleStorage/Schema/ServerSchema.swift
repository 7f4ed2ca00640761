/// Migration 12: accounts on servers of several kinds.
enum ServerSchema {
    static let statements = [
        "ALTER TABLE account ADD COLUMN kind TEXT NOT NULL DEFAULT 'since'",
        "ALTER TABLE account ADD COLUMN user TEXT",
        "ALTER TABLE account ADD COLUMN secretFile TEXT",
        // This is a path, see `FolderPath`.
        "ALTER TABLE account ADD COLUMN folder TEXT NOT NULL DEFAULT ''",
        // Articles that the server lists and that are not wanted here, with the reason (`SkipReason`). Without this table
        // each sync would fetch them again.
        """
        CREATE TABLE skippedArticle (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            remoteID TEXT NOT NULL,
            isRefused INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, remoteID)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Migration 26: accounts with articles that have lost their ids, as earlier versions could cause when a feed left
    /// the server. Such an account is listed once more, as in a first sync: servers list read articles in no other
    /// sync, and each that it still has gets its id. All other ids stay.
    static let listAccountsAgain = """
        UPDATE account SET cursor = NULL
        WHERE kind <> 'since' AND id IN
            (SELECT remoteArticle.account
            FROM remoteArticle JOIN article ON article.id = remoteArticle.article
                JOIN remoteFeed ON remoteFeed.subscription = article.subscription
            WHERE remoteArticle.remoteID IS NULL AND remoteFeed.isGone = 0 AND deletedAt IS NULL)
        """
}
