/// Migration 12: accounts on servers of several kinds.
enum ServerSchema {
    static let statements = [
        "ALTER TABLE account ADD COLUMN kind TEXT NOT NULL DEFAULT 'since'",
        "ALTER TABLE account ADD COLUMN user TEXT",
        "ALTER TABLE account ADD COLUMN secretFile TEXT",
        // A path, see `FolderPath`.
        "ALTER TABLE account ADD COLUMN folder TEXT NOT NULL DEFAULT ''",
        // Articles that the server lists and that are not wanted here: history that the first sync left out, and
        // articles that the person has removed, or whose feed the server has removed (`isRefused`). Without this table
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
}
