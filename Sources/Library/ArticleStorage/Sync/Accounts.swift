package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Creates an account on a sync server, or finds the one with this address, kind and user.
    @discardableResult
    package func addAccount(_ new: NewAccount) throws(ArticleStoreError) -> (id: AccountID, isNew: Bool) {
        try write { database in
            let known = try database.first(
                """
                SELECT id FROM account
                WHERE rtrim(substr(url, 1, instr(url || '#', '#') - 1), '/')
                    = rtrim(substr(?1, 1, instr(?1 || '#', '#') - 1), '/') AND kind = ?2 AND user IS ?3
                """,
                [new.url, new.kind.rawValue, new.user]
            ) { $0[0] as Int64 }
            if let known {
                if let file = new.secretFile { try database.setSecretFile(file, of: known) }
                return (AccountID(rawValue: known), false)
            }
            let isTaken = try database.hasRow("SELECT 1 FROM account WHERE url = ?", [new.url])
            // Addresses are unique, and a fragment is never sent.
            let url = isTaken ? "\(new.url)#\(new.kind.rawValue)\(new.user.map { "-" + $0 } ?? "")" : new.url
            try database.run(
                "INSERT INTO account (url, kind, user, secretFile, folder) VALUES (?, ?, ?, ?, ?)",
                [url, new.kind.rawValue, new.user, new.secretFile, FolderPath(new.folder).text])
            return (AccountID(rawValue: database.lastInsertedRowID), true)
        }
    }

    /// - Parameter file: nil for an account whose secret is in `[[credentials]]`.
    package func setSecretFile(_ file: String?, of account: AccountID) throws(ArticleStoreError) {
        try write { try $0.setSecretFile(file, of: account.rawValue) }
    }

    /// Removes an account. Its feeds become removed subscriptions, and its waiting marks are dropped, as are articles that
    /// its server has deleted.
    ///
    /// - Parameter keepsStarred: feeds with starred articles become local feeds with only these articles.
    package func removeAccount(
        _ id: AccountID, keepsStarred: Bool = false, at now: Date
    ) throws(ArticleStoreError) {
        try eraseArticlesDeleted(byServerOf: id)
        try write { database in
            let feeds = try database.all(
                "SELECT subscription FROM remoteFeed WHERE account = ? AND subscription IS NOT NULL", [id.rawValue]
            ) { SubscriptionID(rawValue: $0[0]) }
            for feed in feeds {
                if keepsStarred, try database.keepStarredOnly(of: feed, at: now) { continue }
                try database.remove(feed, at: now)
            }
            try database.run("DELETE FROM account WHERE id = ?", [id.rawValue])
        }
    }

    /// Returns all accounts, in order of creation.
    package func accounts() throws(ArticleStoreError) -> [SyncAccount] {
        try read { try $0.all(accountRows + " ORDER BY id", [], SyncAccount.init) }
    }

    package func account(_ id: AccountID) throws(ArticleStoreError) -> SyncAccount? {
        try read { try $0.first(accountRows + " WHERE id = ?", [id.rawValue], SyncAccount.init) }
    }

    /// Returns subscriptions that lede does not fetch itself, because an account's server does, without removed
    /// subscriptions.
    package func accountsOfSubscriptions() throws(ArticleStoreError) -> [SubscriptionID: AccountID] {
        let pairs = try read {
            try $0.all(
                """
                SELECT subscription.id, account FROM remoteFeed
                    JOIN subscription ON subscription.id = remoteFeed.subscription
                WHERE removedAt IS NULL
                """
            ) { (SubscriptionID(rawValue: $0[0]), AccountID(rawValue: $0[1])) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the number of feeds of each account that has any.
    package func feedCountsOfAccounts() throws(ArticleStoreError) -> [AccountID: Int] {
        try accountsOfSubscriptions().values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Returns the account whose server fetches this feed; nil for a local feed.
    package func account(of id: SubscriptionID) throws(ArticleStoreError) -> AccountID? {
        try remoteFeed(of: id)?.account
    }

    /// Returns the account whose server fetches this feed, and the server's id for the feed.
    package func remoteFeed(
        of id: SubscriptionID
    ) throws(ArticleStoreError) -> (account: AccountID, remoteID: String)? {
        try read {
            try $0.first("SELECT account, remoteID FROM remoteFeed WHERE subscription = ?", [id.rawValue]) {
                (AccountID(rawValue: $0[0]), $0[1])
            }
        }
    }

    /// Acquires the right to sync an account, for this and all other processes on the library. A lease that ends too
    /// late was acquired while the clock was ahead, as in `acquireLeases`.
    package func acquireLease(
        on id: AccountID, owner: String, until end: Date, at now: Date
    ) throws(ArticleStoreError) -> Bool {
        try write { database in
            try database.hasRow(
                """
                UPDATE account SET leaseOwner = ?1, leaseUntil = ?2
                WHERE id = ?4 AND (leaseOwner IS NULL OR leaseOwner = ?1 OR leaseUntil <= ?3 OR leaseUntil > ?5)
                RETURNING 1
                """,
                [owner, end.stored, now.stored, id.rawValue, end.stored + leaseTolerance])
        }
    }

    /// Records the health of an account, for its feeds as well, and ends its lease.
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

extension Database {
    fileprivate func setSecretFile(_ file: String?, of account: Int64) throws {
        try run("UPDATE account SET secretFile = ? WHERE id = ?", [file, account])
    }

    /// Moves the own folders of accounts along with the folder `old`, which is one of them or above them. The folders
    /// that their servers gave to feeds move with them: otherwise each of these feeds seems moved by the person, and no
    /// longer follows its server.
    func moveAccounts(in old: FolderPath, to new: FolderPath) throws {
        let range: StatementArguments = [old.text, old.prefixOfContents, old.endOfContents]
        let accounts = try all(
            "SELECT id, folder FROM account WHERE folder = ? OR (folder >= ? AND folder < ?)", range
        ) { (id: $0[0] as Int64, path: FolderPath(text: $0[1])) }
        for (account, path) in accounts {
            try run("UPDATE account SET folder = ? WHERE id = ?", [path.moved(from: old, to: new).text, account])
            let served = try all(
                """
                SELECT DISTINCT folder FROM remoteFeed
                WHERE account = ? AND (folder = ? OR (folder >= ? AND folder < ?)) ORDER BY length(folder) DESC
                """, [account] + range
            ) { FolderPath(text: $0[0]) }
            // The deepest first: if the new path is below the old one, none is moved twice.
            for path in served {
                try run(
                    "UPDATE remoteFeed SET folder = ? WHERE account = ? AND folder = ?",
                    [path.moved(from: old, to: new).text, account, path.text])
            }
        }
    }

    /// Turns a feed that its server has removed into a local one, with its articles: the person wants the feed, and no
    /// sync updates it any more. Otherwise nobody would fetch it, and the server could remove it here again.
    func makeLocalIfGone(_ feed: SubscriptionID) throws {
        let wasGone = try hasRow(
            "DELETE FROM remoteFeed WHERE subscription = ? AND isGone = 1 RETURNING 1", [feed.rawValue])
        guard wasGone else { return }
        try run(
            "DELETE FROM remoteArticle WHERE article IN (SELECT id FROM article WHERE subscription = ?)",
            [feed.rawValue])
    }

    /// Turns a feed of an account into a local one with only its starred articles; false if it has none.
    fileprivate func keepStarredOnly(of feed: SubscriptionID, at now: Date) throws -> Bool {
        let hasStarred =
            try hasRow(
                "SELECT 1 FROM article WHERE subscription = ? AND isStarred = 1 AND isListed = 1 LIMIT 1",
                [feed.rawValue])
        guard hasStarred else { return false }
        try run(
            "UPDATE article SET isListed = 0, deletedAt = ?1 WHERE subscription = ?2 AND isStarred = 0 AND deletedAt IS NULL",
            [now.stored, feed.rawValue])
        // The feed was never fetched from its own site. The time tells these deletions from the person's, if the account
        // is added again.
        let problem = FeedProblem.accountRemoved
        try run(
            "UPDATE polling SET problemKind = ?, problemMessage = ?, lastAttempt = ? WHERE subscription = ?",
            [problem.kind.rawValue, problem.message, now.stored, feed.rawValue])
        return true
    }
}

extension FeedProblem {
    /// The problem of a local feed that holds only the starred articles of an account's feed.
    static let accountRemoved = FeedProblem(
        kind: .gone, message: "its account was removed; its starred articles are kept")
}

private let accountRows = """
    SELECT id, url, epoch, cursor, anchor, retryAfter, gapFound,
        (SELECT count(*) FROM outbox JOIN remoteArticle USING (article) WHERE account = account.id),
        (SELECT count(*) FROM outbox JOIN remoteArticle USING (article)
            WHERE account = account.id AND NOT (\(ServedArticles.condition))),
        lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage,
        kind, user, secretFile, folder
    FROM account
    """

extension SyncAccount {
    fileprivate init(row: Row) {
        self.init(
            id: AccountID(rawValue: row[0]), kind: ServerKind(rawValue: row[15]) ?? .since, url: row[1], user: row[16],
            secretFile: row[17], folder: FolderPath(text: row[18]).names,
            cursor: SyncCursor(epoch: row[2], position: row[3], anchor: row[4]), health: FeedHealth(row: row, from: 9),
            retryAfter: row.date(5), gapFound: row.date(6), outgoingCount: row[7], strandedCount: row[8])
    }
}
