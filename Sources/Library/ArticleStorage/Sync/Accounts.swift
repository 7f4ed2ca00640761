package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Makes an account at a sync server, or finds the one that is there.
    @discardableResult
    package func addAccount(url: String) throws(ArticleStoreError) -> (id: AccountID, isNew: Bool) {
        try write { database in
            if let id = try database.first("SELECT id FROM account WHERE url = ?", [url], { $0[0] as Int64 }) {
                return (AccountID(rawValue: id), false)
            }
            try database.run("INSERT INTO account (url) VALUES (?)", [url])
            return (AccountID(rawValue: database.lastInsertedRowID), true)
        }
    }

    /// Ends an account. Its feeds go as removed subscriptions go, and the marks that wait for it are given up.
    package func removeAccount(_ id: AccountID, at now: Date) throws(ArticleStoreError) {
        try write { database in
            let feeds = try database.all(
                "SELECT subscription FROM remoteFeed WHERE account = ? AND subscription IS NOT NULL", [id.rawValue]
            ) { SubscriptionID(rawValue: $0[0]) }
            for feed in feeds { try database.remove(feed, at: now) }
            try database.run("DELETE FROM account WHERE id = ?", [id.rawValue])
        }
    }

    /// All accounts, in the order in which they were made.
    package func accounts() throws(ArticleStoreError) -> [SyncAccount] {
        try read { try $0.all(accountRows + " ORDER BY id", [], SyncAccount.init) }
    }

    package func account(_ id: AccountID) throws(ArticleStoreError) -> SyncAccount? {
        try read { try $0.first(accountRows + " WHERE id = ?", [id.rawValue], SyncAccount.init) }
    }

    /// Which subscriptions are not asked themselves, as an account's server reads them.
    package func accountsOfSubscriptions() throws(ArticleStoreError) -> [SubscriptionID: AccountID] {
        let pairs = try read {
            try $0.all("SELECT subscription, account FROM remoteFeed WHERE subscription IS NOT NULL") {
                (SubscriptionID(rawValue: $0[0]), AccountID(rawValue: $0[1]))
            }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The account whose server reads this feed; nil where it is asked itself.
    package func account(of id: SubscriptionID) throws(ArticleStoreError) -> AccountID? {
        try read {
            try $0.first("SELECT account FROM remoteFeed WHERE subscription = ?", [id.rawValue]) {
                AccountID(rawValue: $0[0])
            }
        }
    }

    /// Takes the right to sync an account, for this and all other processes on the library.
    package func acquireLease(
        on id: AccountID, owner: String, until end: Date, at now: Date
    ) throws(ArticleStoreError) -> Bool {
        try write { database in
            try database.first(
                """
                UPDATE account SET leaseOwner = ?1, leaseUntil = ?2
                WHERE id = ?4 AND (leaseOwner IS NULL OR leaseOwner = ?1 OR leaseUntil <= ?3) RETURNING 1
                """,
                [owner, end.stored, now.stored, id.rawValue]
            ) { _ in true } ?? false
        }
    }

    /// Keeps how an account fares, for its feeds as well, and ends its lease.
    package func record(
        _ health: FeedHealth, retryAfter: Date?, of id: AccountID
    ) throws(ArticleStoreError) {
        try write { database in
            try database.run(
                """
                UPDATE account SET lastSuccess = ?, lastAttempt = ?, nextAttempt = ?, consecutiveFailures = ?,
                    problemKind = ?, problemMessage = ?, retryAfter = ?, leaseOwner = NULL, leaseUntil = NULL
                WHERE id = ?
                """,
                [
                    health.lastSuccess?.stored, health.lastAttempt?.stored, health.nextAttempt?.stored,
                    health.consecutiveFailures, health.problem?.kind.rawValue, health.problem?.message,
                    retryAfter?.stored, id.rawValue,
                ])
            try database.run(
                """
                UPDATE polling SET lastSuccess = ?1, lastAttempt = ?2
                WHERE subscription IN (SELECT subscription FROM remoteFeed WHERE account = ?3)
                    AND (lastSuccess IS NOT ?1 OR lastAttempt IS NOT ?2)
                """,
                [health.lastSuccess?.stored, health.lastAttempt?.stored, id.rawValue])
        }
    }
}

private let accountRows = """
    SELECT id, url, epoch, cursor, anchor, retryAfter, gapFound,
        (SELECT count(*) FROM outbox JOIN remoteArticle USING (article) WHERE account = account.id),
        (SELECT count(*) FROM outbox JOIN remoteArticle USING (article) WHERE account = account.id AND remoteID IS NULL),
        lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage
    FROM account
    """

extension SyncAccount {
    fileprivate init(row: Row) {
        self.init(
            id: AccountID(rawValue: row[0]), url: row[1],
            cursor: SyncCursor(epoch: row[2], position: row[3], anchor: row[4]), health: FeedHealth(row: row, from: 9),
            retryAfter: row.date(5), gapFound: row.date(6), outgoingCount: row[7], strandedCount: row[8])
    }
}
