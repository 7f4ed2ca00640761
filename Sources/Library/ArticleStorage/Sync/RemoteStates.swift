import Basics
package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Returns the server's ids of an account's articles with their marks, and the ids that are not needed here.
    package func knownArticles(of account: AccountID) throws(ArticleStoreError) -> SyncedArticles {
        try read { database in
            let marks = try database.all(
                """
                SELECT remoteID, isRead, isStarred, isGone FROM remoteArticle JOIN article ON article.id = article
                WHERE account = ? AND \(ServedArticles.condition)
                    AND (fingerprint <> \(IncomingArticle.importedContent) OR deletedAt IS NOT NULL)
                """,
                [account.rawValue]
            ) { ($0[0] as String, SyncedArticles.Marks(isRead: $0[1], isStarred: $0[2], isGone: $0[3])) }
            let skipped = try database.all(
                "SELECT remoteID, isRefused FROM skippedArticle WHERE account = ?", [account.rawValue]
            ) { (id: $0[0] as String, reason: SkipReason(rawValue: $0[1]) ?? .refused) }
            return SyncedArticles(
                marks: Dictionary(marks, uniquingKeysWith: { first, _ in first }),
                history: Set(skipped.lazy.filter { $0.reason == .history }.map(\.id)),
                refused: Set(skipped.lazy.filter { $0.reason != .history }.map(\.id)),
                aged: Set(skipped.lazy.filter { $0.reason == .aged }.map(\.id)))
        }
    }

    /// Returns the articles with the highest ids, highest first, of feeds that the server has. They include articles
    /// that it has deleted, whose ids it may assign again. Ids are numbers, or texts of one length in ascending order.
    package func anchors(of account: AccountID, limit: Int) throws(ArticleStoreError) -> [SyncAnchor] {
        try read {
            try $0.all(
                """
                SELECT remoteID, guid, url, content.title, published
                FROM remoteArticle JOIN article ON article.id = remoteArticle.article
                    JOIN content ON content.article = article.id
                WHERE account = ? AND \(ServedArticles.condition)
                ORDER BY length(remoteID) DESC, remoteID DESC LIMIT ?
                """,
                [account.rawValue, limit]
            ) { SyncAnchor(id: $0[0], guid: $0[1], url: $0[2], title: $0[3], published: $0.date(4)) }
        }
    }

    /// Sets marks to the server's values, and deletes articles that it no longer has, in short transactions. Marks that
    /// wait in the outbox stay.
    package func apply(
        _ changes: [StateChange], to account: AccountID, at now: Date
    ) throws(ArticleStoreError) -> SyncSummary {
        var summary = SyncSummary()
        for piece in changes.pieces(of: statesAtOnce) {
            try write { database in
                var ingestion = try SyncIngestion(account: account.rawValue, now: now, database: database)
                for change in piece { try ingestion.apply(change) }
                summary.add(ingestion.summary)
            }
        }
        return summary
    }

    /// Forgets the ids of those articles that are still starred after the server was asked for them: it has deleted
    /// them, so its lists say nothing about their marks. A mark that waits is sent first.
    package func keepStars(ofDeleted ids: Set<String>, of account: AccountID) throws(ArticleStoreError) {
        guard !ids.isEmpty else { return }
        try write {
            try $0.run(
                """
                UPDATE remoteArticle SET remoteID = NULL
                WHERE account = ? AND remoteID IN (SELECT value FROM json_each(?))
                    AND article IN (SELECT id FROM article WHERE isStarred = 1)
                    AND article NOT IN (SELECT article FROM outbox)
                """,
                [account.rawValue, Array(ids).jsonArray])
        }
    }

    /// Stores the ids of the old articles that the first sync leaves out.
    package func skip(_ ids: Set<String>, of account: AccountID) throws(ArticleStoreError) {
        for piece in Array(ids).pieces(of: statesAtOnce) {
            try write { database in
                for id in piece {
                    try database.run(
                        "INSERT OR IGNORE INTO skippedArticle (account, remoteID) VALUES (?, ?)",
                        [account.rawValue, id])
                }
            }
        }
    }

    /// Moves the cursor back to the newest article that the server still has: after a backup was restored it assigns
    /// the ids above it again. A cursor before this article stays. Articles above it lose their ids, since the server
    /// may fetch them again and give them others.
    package func moveCursor(of account: AccountID, backTo id: String) throws(ArticleStoreError) {
        try write {
            try $0.run(
                "UPDATE account SET cursor = ?1 WHERE id = ?2 AND (length(cursor), cursor) > (length(?1), ?1)",
                [id, account.rawValue])
            try $0.run(
                """
                UPDATE remoteArticle SET remoteID = NULL
                WHERE account = ?2 AND (length(remoteID), remoteID) > (length(?1), ?1) AND \(ServedArticles.condition)
                """,
                [id, account.rawValue])
        }
    }

    /// Makes the next sync fetch articles of removed feeds again if their ids are above the newest article that the
    /// server still has: a restored server may have given these ids to other articles. Lower ids are safe.
    package func refetchArticlesOfRemovedFeeds(of account: AccountID, above id: String) throws(ArticleStoreError) {
        try write {
            try $0.run(
                """
                DELETE FROM skippedArticle
                WHERE account = ?1 AND isRefused = 1 AND (length(remoteID), remoteID) > (length(?2), ?2)
                    AND EXISTS (SELECT 1 FROM remoteArticle AS known
                        WHERE known.account = ?1 AND known.remoteID = skippedArticle.remoteID)
                """,
                [account.rawValue, id])
        }
    }

    /// Stores the anchor of the cursor after the states that it covers.
    package func keep(anchor: String, of account: AccountID) throws(ArticleStoreError) {
        try write { try $0.run("UPDATE account SET anchor = ?1 WHERE id = ?2", [anchor, account.rawValue]) }
    }

    /// Makes the highest id known here the cursor: the first sync is complete.
    package func finishFirstSync(of account: AccountID) throws(ArticleStoreError) {
        let highest = try anchors(of: account, limit: 1).first?.id ?? "0"
        try write {
            try $0.run(
                "UPDATE account SET cursor = ? WHERE id = ? AND cursor IS NULL", [highest, account.rawValue])
        }
    }
}

/// A change that follows from the server's lists.
package enum StateChange: Equatable, Sendable {
    case mark(String, Mark)
    /// The server no longer has the article.
    case gone(String)
}

/// Articles marked in one transaction (default 500).
private let statesAtOnce = 500

extension SyncIngestion {
    fileprivate mutating func apply(_ change: StateChange) throws {
        switch change {
        case .gone(let id): try delete(id)
        case .mark(let remoteID, let mark):
            let article = try database.first(
                """
                SELECT article.id, subscription FROM remoteArticle JOIN article ON article.id = article
                WHERE account = ? AND remoteID = ?
                """,
                [account, remoteID]
            ) { (id: $0[0] as Int64, subscription: $0[1] as Int64) }
            guard let article, try database.overwrite(mark, of: article.id) else { return }
            note(article.id, of: article.subscription, in: \.changed)
        }
    }
}
