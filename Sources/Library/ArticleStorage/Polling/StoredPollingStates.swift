import Basics
package import FeedModel
package import FoundationEssentials
import GRDB
import SQLiteAccess

extension ArticleStore {
    /// Returns the polling state of every subscription, in one read.
    package func pollingStates() throws(ArticleStoreError) -> [PollingState] {
        try read {
            try $0.all(
                "\(pollingRows) JOIN subscription ON subscription.id = subscription WHERE removedAt IS NULL", [],
                PollingState.init)
        }
    }

    package func pollingState(of id: SubscriptionID) throws(ArticleStoreError) -> PollingState? {
        try read { try $0.first("\(pollingRows) WHERE subscription = ?", [id.rawValue], PollingState.init) }
    }

    /// Stores outcomes without articles in one transaction, and ends the leases of those feeds.
    ///
    /// A new digest or validators of a body that is not stored yet must go through `ingest` instead.
    package func record(_ states: [PollingState]) throws(ArticleStoreError) {
        try writeFewRows { database in
            try database.store(states)
        }
    }

    /// Lets feeds wait until then, unless they wait longer already. The rest of their states, which another process may
    /// be storing, stays unchanged.
    package func pause(_ ids: [SubscriptionID], until end: Date) throws(ArticleStoreError) {
        guard !ids.isEmpty else { return }
        try writeFewRows {
            try $0.run(
                """
                UPDATE polling SET retryAfter = ?, nextAttempt = max(coalesce(nextAttempt, ?), ?)
                WHERE subscription IN (SELECT value FROM json_each(?)) AND coalesce(retryAfter, 0) < ?
                """, [end.stored, end.stored, end.stored, ids.jsonArray, end.stored])
        }
    }

    /// Tolerance for clocks, in seconds (an hour). A lease that ends this much later than a new one was acquired while
    /// the clock was ahead.
    var leaseTolerance: Double { 3_600 }

    /// Acquires the leases of these feeds, which exclude all other processes on the library; returns the feeds whose
    /// lease no other process holds at `now`. A lease ends with an outcome (`record`, `ingest`) or at its time.
    package func acquireLeases(
        on ids: [SubscriptionID], owner: String, until end: Date, at now: Date
    ) throws(ArticleStoreError) -> Set<SubscriptionID> {
        try writeFewRows { database in
            Set(
                try database.all(
                    """
                    UPDATE polling SET leaseOwner = ?, leaseUntil = ?
                    WHERE subscription IN (SELECT value FROM json_each(?))
                        AND (leaseOwner IS NULL OR leaseOwner = ? OR leaseUntil <= ? OR leaseUntil > ?)
                    RETURNING subscription
                    """,
                    [owner, end.stored, ids.jsonArray, owner, now.stored, end.stored + leaseTolerance]
                ) { SubscriptionID(rawValue: $0[0]) })
        }
    }

    /// Returns the owners of all leases, including processes that died.
    package func leaseOwners() throws(ArticleStoreError) -> [String] {
        try read {
            try $0.all(
                """
                SELECT leaseOwner FROM polling WHERE leaseOwner IS NOT NULL
                UNION SELECT leaseOwner FROM queue WHERE leaseOwner IS NOT NULL
                UNION SELECT leaseOwner FROM account WHERE leaseOwner IS NOT NULL
                """
            ) { $0[0] }
        }
    }

    /// Ends the leases of `owner` on these feeds, such as when a refresh is cancelled.
    package func releaseLeases(on ids: [SubscriptionID], of owner: String) throws(ArticleStoreError) {
        guard !ids.isEmpty else { return }
        try writeFewRows {
            try $0.run(
                """
                UPDATE polling SET leaseOwner = NULL, leaseUntil = NULL
                WHERE leaseOwner = ? AND subscription IN (SELECT value FROM json_each(?))
                """, [owner, ids.jsonArray])
        }
    }

    /// Ends all leases of `owner`, such as of a process that was killed.
    package func releaseLeases(of owner: String) throws(ArticleStoreError) {
        try writeFewRows { database in
            for table in ["polling", "account"] {
                try database.run(
                    "UPDATE \(table) SET leaseOwner = NULL, leaseUntil = NULL WHERE leaseOwner = ?", [owner])
            }
        }
    }

    /// Returns the dates of each feed's newest articles, newest first, in one read. They show how often a feed
    /// publishes.
    package func recentArticleDates(
        of ids: [SubscriptionID], limit: Int = 20
    ) throws(ArticleStoreError) -> [SubscriptionID: [Date]] {
        try read { database in
            let places = try RowStatement(
                """
                SELECT place FROM article INDEXED BY article_feed
                WHERE isListed = 1 AND subscription = ? ORDER BY place DESC LIMIT ?
                """, in: database)
            var dates: [SubscriptionID: [Date]] = [:]
            for id in ids {
                dates[id] = try places.numbers {
                    $0.bind(1, id.rawValue)
                    $0.bind(2, limit)
                }.map { Place(rawValue: $0).date }
            }
            return dates
        }
    }
}

private let pollingRows = """
    SELECT subscription, digest, etag, lastModified, validatorsSince,
        lastSuccess, lastAttempt, nextAttempt, consecutiveFailures, problemKind, problemMessage,
        retryAfter, freshUntil, redirectTarget, redirectVisits, loginPages, olderPage, olderPagesTaken,
        articleGap, ttl, updateInterval, skipHours
    FROM polling
    """

extension Database {
    /// Stores the states of feeds and ends their leases.
    func store(_ states: [PollingState]) throws {
        let statement = try RowStatement(
            """
            UPDATE polling SET digest = ?, etag = ?, lastModified = ?, validatorsSince = ?,
                lastSuccess = ?, lastAttempt = ?, nextAttempt = ?, consecutiveFailures = ?,
                problemKind = ?, problemMessage = ?, retryAfter = ?, freshUntil = ?,
                redirectTarget = ?, redirectVisits = ?, loginPages = ?, olderPage = ?, olderPagesTaken = ?,
                articleGap = ?, ttl = ?, updateInterval = ?, skipHours = ?,
                leaseOwner = NULL, leaseUntil = NULL
            WHERE subscription = ?
            """, in: self)
        for state in states { try statement.run { state.bind(to: &$0) } }
    }
}

extension PollingState {
    fileprivate func bind(to values: inout RowValues) {
        values.bind(1, digest)
        values.bind(2, etag)
        values.bind(3, lastModified)
        values.bind(4, validatorsSince?.stored)
        values.bind(5, health.lastSuccess?.stored)
        values.bind(6, health.lastAttempt?.stored)
        values.bind(7, health.nextAttempt?.stored)
        values.bind(8, health.consecutiveFailures)
        values.bind(9, health.problem?.kind.rawValue)
        values.bind(10, health.problem?.message)
        values.bind(11, retryAfter?.stored)
        values.bind(12, freshUntil?.stored)
        values.bind(13, redirect?.target)
        values.bind(14, redirect?.visits ?? 0)
        values.bind(15, loginPages)
        values.bind(16, olderPages?.url)
        values.bind(17, olderPages?.taken ?? 0)
        pace.bind(to: &values, from: 18)
        values.bind(22, subscription.rawValue)
    }
}

extension PollingState {
    fileprivate init(row: Row) {
        self.init(
            subscription: SubscriptionID(rawValue: row[0]), digest: row.bytes(1), etag: row[2], lastModified: row[3],
            validatorsSince: row.date(4), health: FeedHealth(row: row, from: 5), retryAfter: row.date(11),
            freshUntil: row.date(12),
            redirect: (row[13] as String?).map { PermanentRedirect(target: $0, visits: row[14]) }, loginPages: row[15],
            olderPages: (row[16] as String?).map { OlderPages(url: $0, taken: row[17]) },
            pace: PublishingPace(row: row, from: 18))
    }
}

extension PublishingPace {
    fileprivate init(row: Row, from index: Int) {
        self.init(articleGap: row[index])
        hints.ttl = row[index + 1]
        hints.updateInterval = row[index + 2]
        let hours: Int = row[index + 3]
        guard hours != 0 else { return }
        hints.skipHours = Set((0..<24).filter { hours & 1 << $0 != 0 })
    }

    fileprivate func bind(to values: inout RowValues, from index: Int32) {
        values.bind(index, articleGap)
        values.bind(index + 1, hints.ttl.map(Int64.init))
        values.bind(index + 2, hints.updateInterval.map(Int64.init))
        values.bind(index + 3, hints.skipHours.reduce(0) { $0 | 1 << $1 })
    }
}
