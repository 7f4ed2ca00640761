import Basics
package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

// An article that the person deletes is not in any list until `restore` or `purge`. Its row keeps the guid, and after
// the purge a tombstone does: so no refresh and no sync brings it back. Marks, tags, texts and the words in the search
// index stay until the purge.
extension ArticleStore {
    /// Deletes articles, and the copies of their stories as a mark would. Nothing is sent to a server. Their requests for
    /// pages leave the queue.
    ///
    /// - Parameter position: stored in the same transaction; nil if no journal holds the deletion.
    @discardableResult
    package func delete(
        _ ids: [ArticleID], at now: Date, journaledAt position: JournalPosition? = nil
    ) throws(ArticleStoreError) -> ArticleDeletion {
        try write { database in
            if let position { try database.store(position) }
            let deleted = try database.deleteArticles(withCopies(ids, in: database), at: now)
            let facts = try database.first(
                """
                SELECT coalesce(sum(isStarred), 0), count(remoteArticle.article)
                FROM article LEFT JOIN remoteArticle ON remoteArticle.article = article.id
                WHERE article.id IN (SELECT value FROM json_each(?))
                """, [deleted.jsonArray]
            ) { (starred: $0[0] as Int, served: $0[1] as Int) }
            return ArticleDeletion(
                articles: deleted, copies: Set(deleted).subtracting(ids).count, starred: facts?.starred ?? 0,
                served: facts?.served ?? 0)
        }
    }

    /// Undoes `delete`, even for the copies that it deleted. Returns the articles that had been deleted.
    @discardableResult
    package func restore(
        _ ids: [ArticleID], journaledAt position: JournalPosition? = nil
    ) throws(ArticleStoreError) -> [ArticleID] {
        try write { database in
            if let position { try database.store(position) }
            return try database.restoreDeleted(marksStoriesTogether ? database.deletedTogether(with: ids) : ids)
        }
    }

    /// Returns the rows of deleted articles, most recently deleted first, with the time of the deletion. Leaves out
    /// articles of removed feeds.
    package func deletedArticles(
        unreadOnly: Bool = false, limit: Int
    ) throws(ArticleStoreError) -> [ArticleSummary] {
        try read { database in
            let rows = try database.all(
                """
                SELECT \(ListRow.columns), deletedAt FROM article INDEXED BY article_deleted
                WHERE deletedAt IS NOT NULL AND (isRead = 0 OR NOT ?)
                    AND subscription IN (SELECT id FROM subscription WHERE removedAt IS NULL)
                ORDER BY deletedAt DESC, place DESC LIMIT ?
                """, [unreadOnly, limit]
            ) { row -> ListRow in
                var deleted = ListRow(row: row)
                deleted.summary.deleted = Date(timeIntervalSince1970: row["deletedAt"])
                return deleted
            }
            return try database.summaries(of: rows)
        }
    }
}

extension Database {
    /// Returns the articles that were not deleted before. Deletes nothing earlier than the last success of its feed: a
    /// clock that is behind would make the deletion so old that the next refresh purges it.
    func deleteArticles(_ ids: [ArticleID], at now: Date) throws -> [ArticleID] {
        try run("DELETE FROM queue WHERE article IN (SELECT value FROM json_each(?))", [ids.jsonArray])
        return try all(
            """
            UPDATE article SET isListed = 0, deletedAt = max(?1, (
                SELECT coalesce(max(lastSuccess), 0) FROM polling
                WHERE subscription IN (SELECT subscription FROM article WHERE id IN (SELECT value FROM json_each(?2)))))
            WHERE id IN (SELECT value FROM json_each(?2)) AND deletedAt IS NULL RETURNING id
            """,
            [now.stored, ids.jsonArray]
        ) { ArticleID(rawValue: $0[0]) }
    }

    /// Returns these articles, and the copies of their stories that were deleted together with them.
    func deletedTogether(with ids: [ArticleID]) throws -> [ArticleID] {
        let copies = try all(
            """
            SELECT other.id FROM json_each(?) JOIN article AS own ON own.id = value
                JOIN article AS other INDEXED BY article_story ON other.story = own.story
            WHERE own.story IS NOT NULL AND other.deletedAt = own.deletedAt
            """, [ids.jsonArray]
        ) { ArticleID(rawValue: $0[0]) }
        return ids + copies
    }

    /// Lists deleted articles again, unless a rule hides them or their feed is removed. Returns those that were deleted.
    func restoreDeleted(_ ids: [ArticleID]) throws -> [ArticleID] {
        try all(
            """
            UPDATE article SET deletedAt = NULL, isListed = verdict >= 0 AND
                (SELECT removedAt IS NULL FROM subscription WHERE subscription.id = article.subscription)
            WHERE id IN (SELECT value FROM json_each(?)) AND deletedAt IS NOT NULL RETURNING id
            """,
            [ids.jsonArray]
        ) { ArticleID(rawValue: $0[0]) }
    }
}
