package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// What the person asked of the network while there was none.
package enum QueuedFetch: Hashable, Sendable {
    /// Every feed.
    case everything
    case feed(SubscriptionID)
    /// The page that the article links to.
    case page(ArticleID)
}

/// One place in the queue.
package struct QueuedItem: Equatable, Sendable {
    package let id: Int64
    package let fetch: QueuedFetch
    package let asked: Date
    /// How often it was tried in vain.
    package let attempts: Int
}

// "Fetch when back": a queue that outlives the process, in the order in which it was asked. What is asked for twice keeps its
// place; what a removed feed or article waits for goes with it.
extension ArticleStore {
    /// The most that waits (default 1,000).
    package static let queueLimit = 1_000

    /// Answers false, and changes nothing, where the queue is full.
    @discardableResult
    package func queue(_ fetch: QueuedFetch, at now: Date) throws(ArticleStoreError) -> Bool {
        try write { database in
            guard try database.queueCount() < Self.queueLimit else { return try database.queued(fetch) != nil }
            try database.run(
                "INSERT OR IGNORE INTO queue (subscription, article, asked) VALUES (?, ?, ?)",
                [fetch.subscription?.rawValue, fetch.article?.rawValue, now.stored])
            return true
        }
    }

    package func queueCount() throws(ArticleStoreError) -> Int {
        try read { try $0.queueCount() }
    }

    package func queue() throws(ArticleStoreError) -> [QueuedItem] {
        try read { try $0.all("\(queueRows) ORDER BY id", [], QueuedItem.init) }
    }

    /// When the next one may be tried; nil where none waits, or every one that does is another process' work.
    package func nextQueued(at now: Date) throws(ArticleStoreError) -> Date? {
        try read {
            try $0.first(
                """
                SELECT CASE WHEN coalesce(nextAttempt, asked) > ?2 THEN ?1 ELSE coalesce(nextAttempt, asked) END
                FROM queue WHERE leaseOwner IS NULL OR leaseUntil <= ?1 OR leaseUntil > ?2
                ORDER BY 1 LIMIT 1
                """,
                [now.stored, now.stored + longestQueueWait]
            ) { $0.date(0) } ?? nil
        }
    }

    /// Takes the right to the first that may be tried now, for this and all other processes on the library.
    package func takeQueued(owner: String, until end: Date, at now: Date) throws(ArticleStoreError) -> QueuedItem? {
        try write { database in
            // A moment further ahead than any wait was stored while the clock was ahead.
            let free = """
                (nextAttempt IS NULL OR nextAttempt <= ?1 OR nextAttempt > ?2)
                AND (leaseOwner IS NULL OR leaseUntil <= ?1 OR leaseUntil > ?2)
                """
            let item = try database.first(
                "\(queueRows) WHERE \(free) ORDER BY id LIMIT 1", [now.stored, now.stored + longestQueueWait],
                QueuedItem.init)
            guard let item else { return nil }
            try database.run(
                "UPDATE queue SET leaseOwner = ?, leaseUntil = ? WHERE id = ?", [owner, end.stored, item.id])
            return item
        }
    }

    /// Gives an item back: it keeps its place. With a moment, the attempt counts, and the next comes then.
    package func putBack(_ item: QueuedItem, until moment: Date? = nil) throws(ArticleStoreError) {
        try write {
            try $0.run(
                """
                UPDATE queue SET leaseOwner = NULL, leaseUntil = NULL, nextAttempt = ?, attempts = attempts + ?
                WHERE id = ?
                """,
                [moment?.stored, moment == nil ? 0 : 1, item.id])
        }
    }

    /// Gives back all that `owner` held, as when it was killed.
    package func releaseQueue(of owner: String) throws(ArticleStoreError) {
        try write { try $0.run("UPDATE queue SET leaseOwner = NULL, leaseUntil = NULL WHERE leaseOwner = ?", [owner]) }
    }

    /// The person does not want this one any more; answers false where there is none of that number.
    package func removeQueued(number: Int64) throws(ArticleStoreError) -> Bool {
        try write {
            try $0.first("DELETE FROM queue WHERE id = ? RETURNING 1", [number]) { _ in true } ?? false
        }
    }

    /// These are done, or nobody wants them any more.
    package func removeQueued(_ fetches: some Sequence<QueuedFetch> & Sendable) throws(ArticleStoreError) {
        guard try queueCount() > 0 else { return }
        try write { database in
            for fetch in fetches {
                if let item = try database.queued(fetch) { try database.run("DELETE FROM queue WHERE id = ?", [item]) }
            }
        }
    }
}

/// No item waits longer than this for its next attempt or for a lease to end, in seconds (2 hours).
private let longestQueueWait = 7_200.0

private let queueRows = "SELECT id, subscription, article, asked, attempts FROM queue"

extension Database {
    fileprivate func queueCount() throws -> Int {
        try first("SELECT count(*) FROM queue", []) { $0[0] } ?? 0
    }

    /// The number of its place.
    fileprivate func queued(_ fetch: QueuedFetch) throws -> Int64? {
        try first(
            "SELECT id FROM queue WHERE subscription IS ? AND article IS ?",
            [fetch.subscription?.rawValue, fetch.article?.rawValue]
        ) { $0[0] }
    }

    /// What waits for a feed that the person no longer reads.
    func removeQueued(of id: SubscriptionID) throws {
        try run(
            "DELETE FROM queue WHERE subscription = ?1 OR article IN (SELECT id FROM article WHERE subscription = ?1)",
            [id.rawValue])
    }
}

extension QueuedFetch {
    fileprivate var subscription: SubscriptionID? {
        if case .feed(let id) = self { id } else { nil }
    }

    fileprivate var article: ArticleID? {
        if case .page(let id) = self { id } else { nil }
    }
}

extension QueuedItem {
    fileprivate init(row: Row) {
        let fetch: QueuedFetch =
            if let article = row[2] as Int64? {
                .page(ArticleID(rawValue: article))
            } else if let subscription = row[1] as Int64? {
                .feed(SubscriptionID(rawValue: subscription))
            } else {
                .everything
            }
        self.init(id: row[0], fetch: fetch, asked: row.date(3) ?? .distantPast, attempts: row[4])
    }
}
