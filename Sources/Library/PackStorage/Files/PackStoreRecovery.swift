import FeedModel
import FoundationEssentials
import GRDB
import HTTPCache
import SQLiteAccess

/// Checks, after a restart of the machine, the contents that may not have reached the disk before it, and queues lost
/// ones again, so that no mark exists without its contents.
struct PackStoreRecovery {
    let contents: ContentFolder
    /// The current boot of the machine; empty if it is unknown.
    let boot: String
    /// True if the library has the page of an article.
    let hasPage: (ArticleID) -> Bool

    /// Opens the database and checks it.
    func open(_ path: String) throws(PackStoreError) -> WALDatabase {
        let database = try PackStoreFile.open(path: path, contents: contents)
        do { try check(database) } catch { throw PackStoreError(error) }
        return database
    }

    private func check(_ packStore: WALDatabase) throws {
        let rows = try packStore.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, digest, size,
                        (SELECT group_concat(article) FROM need WHERE need.address = address.id)
                    FROM address WHERE state IN \(AddressState.stored) AND boot IS NOT NULL AND (boot <> ? OR boot = '')
                    """, arguments: [boot])
        }
        guard !rows.isEmpty else { return }
        try packStore.write { database in
            for row in rows {
                try database.cachedStatement(
                    sql: """
                        UPDATE address SET boot = NULL, state = iif(?1, state, \(AddressState.wanted.rawValue)),
                            digest = iif(?1, digest, NULL)
                        WHERE id = ?2
                        """
                ).execute(arguments: [isIntact(row), row[0] as Int64])
            }
        }
    }

    private func isIntact(_ row: Row) -> Bool {
        if let stored = row[1] as Data? {
            return BodyDigest(stored: stored).map { contents.isIntact($0, size: row[2] as Int64? ?? 0) } ?? false
        }
        let articles = (row[3] as String? ?? "").split(separator: ",").compactMap { Int64($0).map(ArticleID.init) }
        return articles.allSatisfy(hasPage)
    }
}
