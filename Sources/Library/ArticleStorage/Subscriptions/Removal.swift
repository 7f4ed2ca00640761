import Basics
package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// The limits beyond which a feed's articles are removed; `nil` means no limit.
package struct RetentionPolicy: Equatable, Sendable {
    /// The maximum age in seconds, from the article's date.
    package var maximumAge: Double?
    /// Maximum number of articles of a feed, including those kept for their marks.
    package var maximumCount: Int?
    /// Unread and starred articles are removed only if these flags are true.
    package var removesUnread = false
    package var removesStarred = false

    package init(maximumAge: Double? = nil, maximumCount: Int? = nil) {
        self.maximumAge = maximumAge
        self.maximumCount = maximumCount
    }

    /// Returns the policy with a feed's own limits in place of the general ones.
    package func applying(_ preferences: FeedPreferences) -> RetentionPolicy {
        var policy = self
        policy.maximumAge = preferences.maximumAgeDays.map { Double($0) * 86_400 } ?? maximumAge
        policy.maximumCount = preferences.maximumCount ?? maximumCount
        return policy
    }
}

extension ArticleStore {
    /// Removes for good the articles deleted and the subscriptions removed before this time, in short transactions.
    package func purge(before moment: Date) throws(ArticleStoreError) {
        // Most calls find nothing. SQLite needs five million instructions to prepare the removal of a feed from all
        // tables.
        guard try isPurgeDue(before: moment) else { return }
        try purgeArticles(before: moment)
        try purgeSubscriptions(before: moment)
    }

    private func isPurgeDue(before moment: Date) throws(ArticleStoreError) -> Bool {
        let isDue = try read { database in
            try database.first(
                """
                SELECT EXISTS (SELECT 1 FROM article WHERE deletedAt < ?1)
                    OR EXISTS (SELECT 1 FROM subscription WHERE removedAt < ?1)
                """,
                [moment.stored]
            ) { $0[0] as Bool }
        }
        return isDue == true
    }

    private func purgeArticles(before moment: Date) throws(ArticleStoreError) {
        try repeatedly { database in
            let deleted = try database.all(
                """
                SELECT id FROM article WHERE deletedAt < ? AND id NOT IN (SELECT article FROM outbox) \
                LIMIT \(purgedAtOnce)
                """, [moment.stored]
            ) { $0[0] as Int64 }
            for id in deleted { try database.eraseArticle(id, leavesTombstone: true) }
            return deleted.count
        }
    }

    /// Removes the articles first: removing a feed with all its articles would take one long transaction.
    private func purgeSubscriptions(before moment: Date) throws(ArticleStoreError) {
        let gone = "SELECT id FROM subscription WHERE removedAt < ?"
        try repeatedly { database in
            let articles = try database.all(
                "SELECT id FROM article WHERE subscription IN (\(gone)) LIMIT \(purgedAtOnce)", [moment.stored]
            ) { $0[0] as Int64 }
            for id in articles { try database.eraseArticle(id, leavesTombstone: false) }
            return articles.count
        }
        try write { try $0.run("DELETE FROM subscription WHERE id IN (\(gone))", [moment.stored]) }
    }

    /// Removes for good the articles that an account's server has deleted, in short transactions. Without the account,
    /// they would look as if the person had deleted them, and would stay hidden if a server lists them again.
    func eraseArticlesDeleted(byServerOf account: AccountID) throws(ArticleStoreError) {
        try repeatedly { database in
            let deleted = try database.all(
                """
                SELECT article.id FROM article INDEXED BY article_deleted
                    CROSS JOIN remoteArticle ON remoteArticle.article = article.id
                WHERE deletedAt IS NOT NULL AND account = ? AND isGone = 1 LIMIT \(purgedAtOnce)
                """, [account.rawValue]
            ) { $0[0] as Int64 }
            for id in deleted { try database.eraseArticle(id, leavesTombstone: false) }
            return deleted.count
        }
    }

    /// Removes for good the articles of one feed that the policy does not keep, in short transactions; returns their
    /// number.
    @discardableResult
    package func retain(
        _ policy: RetentionPolicy, in id: SubscriptionID, at now: Date
    ) throws(ArticleStoreError) -> Int {
        let surplus = try read { try $0.surplus(of: id, policy: policy, now: now) }
        var count = 0
        for piece in surplus.pieces(of: purgedAtOnce) {
            count += try write { database in
                let unmarked = try database.unmarked(piece, policy: policy)
                for id in unmarked { try database.eraseArticle(id, leavesTombstone: true) }
                return unmarked.count
            }
        }
        return count
    }

    private func repeatedly(_ step: (Database) throws -> Int) throws(ArticleStoreError) {
        while try write(step) == purgedAtOnce {}
    }
}

/// Number of articles removed for good in one transaction, which takes some milliseconds, as the full-text index
/// forgets each.
private let purgedAtOnce = 100

/// The condition on an article that neither a star, a note nor a waiting mark keeps, with the policy's flag for starred
/// ones.
private let isUnmarked = "(isStarred = 0 OR ?) AND note IS NULL AND id NOT IN (SELECT article FROM outbox)"

extension Database {
    fileprivate func surplus(of id: SubscriptionID, policy: RetentionPolicy, now: Date) throws -> [Int64] {
        let oldest = policy.maximumAge.map { Place(firstOf: now.addingTimeInterval(-$0)) }
        let firstBeyondCount = try policy.maximumCount.flatMap { count in
            try first(
                """
                SELECT place FROM article INDEXED BY article_feed
                WHERE isListed = 1 AND subscription = ? ORDER BY place DESC LIMIT 1 OFFSET ?
                """,
                [id.rawValue, count]
            ) { Place(rawValue: $0[0]).next }
        }
        guard let end = [oldest, firstBeyondCount].compactMap({ $0 }).max() else { return [] }
        let killed = try all(
            """
            SELECT id FROM article INDEXED BY article_killed
            WHERE verdict < 0 AND subscription = ? AND place < ? AND \(isUnmarked)
            """,
            [id.rawValue, end.rawValue, policy.removesStarred]
        ) { $0[0] as Int64 }
        return try killed
            + all(
                """
                SELECT id FROM article INDEXED BY article_feed
                WHERE isListed = 1 AND subscription = ? AND place < ? AND (isRead = 1 OR ?) AND \(isUnmarked)
                """,
                [id.rawValue, end.rawValue, policy.removesUnread, policy.removesStarred]
            ) { $0[0] as Int64 }
    }

    /// Returns the articles of a feed's surplus that the policy still does not keep: the person may have starred,
    /// deleted or marked one since the surplus was found.
    fileprivate func unmarked(_ ids: ArraySlice<Int64>, policy: RetentionPolicy) throws -> [Int64] {
        try all(
            """
            SELECT id FROM article
            WHERE id IN (SELECT value FROM json_each(?)) AND \(isUnmarked)
                AND (verdict < 0 OR (isListed = 1 AND (isRead = 1 OR ?)))
            """,
            [ids.jsonArray, policy.removesStarred, policy.removesUnread]
        ) { $0[0] as Int64 }
    }

    fileprivate func eraseArticle(_ id: Int64, leavesTombstone: Bool) throws {
        try forgetInSearch(id, willReturn: false)
        if leavesTombstone {
            try first(
                "SELECT subscription, guid, url, published FROM article JOIN content ON article = id WHERE id = ?", [id]
            ) { row in
                let subscription = SubscriptionID(rawValue: row[0])
                try addTombstone(Fingerprint(guid: row[1]), in: subscription)
                if let link = row[2] as String?, let date = row.date(3) {
                    try addTombstone(Fingerprint(link: link, published: date), in: subscription)
                }
            }
            try refuse(id)
        }
        try run("DELETE FROM article WHERE id = ?", [id])
    }

    /// Keeps syncs from fetching the article again. One that is erased by age may return once its marks change on the
    /// server. `lede serve` does not list ids.
    private func refuse(_ id: Int64) throws {
        try run(
            """
            INSERT OR REPLACE INTO skippedArticle (account, remoteID, isRefused)
            SELECT account, remoteID, iif(deletedAt IS NULL AND isRead = 1 AND isStarred = 0, ?2, ?3)
            FROM remoteArticle JOIN account ON account.id = account JOIN article ON article.id = article
            WHERE article = ?1 AND remoteID IS NOT NULL AND isGone = 0 AND (kind <> 'since' OR deletedAt IS NULL)
            """, [id, SkipReason.aged.rawValue, SkipReason.refused.rawValue])
    }
}
