package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// A request that the person made without a network.
package enum QueuedFetch: Hashable, Sendable {
    /// Every feed.
    case everything
    case feed(SubscriptionID)
    /// The page that the article links to.
    case page(ArticleID)
}

/// An item of the queue.
package struct QueuedItem: Equatable, Sendable {
    package let id: Int64
    package let fetch: QueuedFetch
    package let asked: Date
    /// The number of failed attempts; one may count for several.
    package let attempts: Int
    /// The address that the person typed without a scheme; the library stores it with https.
    package let typedAddress: String?
}

// "Fetch when back": a queue that survives the process, in the order of the requests. A repeated request keeps its
// position; removing a feed or article removes its requests.
extension ArticleStore {
    /// Maximum number of items that wait (default 1,000).
    package static let queueLimit = 1_000

    /// Adds a request; returns false, without a change, if the queue is full.
    ///
    /// - Parameter typedAddress: an address without a scheme, which is fetched over http if https fails.
    @discardableResult
    package func queue(
        _ fetch: QueuedFetch, typedAddress: String? = nil, at now: Date
    ) throws(ArticleStoreError) -> Bool {
        try write { database in
            guard try database.queueCount() < Self.queueLimit else { return try database.queued(fetch) != nil }
            try database.run(
                "INSERT OR IGNORE INTO queue (subscription, article, asked, typedAddress) VALUES (?, ?, ?, ?)",
                [fetch.subscription?.rawValue, fetch.article?.rawValue, now.stored, typedAddress])
            return true
        }
    }

    package func queueCount() throws(ArticleStoreError) -> Int {
        try read { try $0.queueCount() }
    }

    package func queue() throws(ArticleStoreError) -> [QueuedItem] {
        try read { try $0.all("\(queueRows) ORDER BY id", [], QueuedItem.init) }
    }

    /// Returns the time at which the next item may be tried; nil if no item waits, or if other processes hold all
    /// waiting items.
    package func nextQueued(at now: Date) throws(ArticleStoreError) -> Date? {
        try read {
            try $0.first(
                """
                SELECT CASE WHEN coalesce(nextAttempt, asked) > ?2 THEN ?1 ELSE coalesce(nextAttempt, asked) END
                FROM queue WHERE leaseOwner IS NULL OR leaseUntil <= ?1 OR leaseUntil > ?2
                ORDER BY 1 LIMIT 1
                """,
                [now.stored, now.stored + maximumQueueWait]
            ) { $0.date(0) } ?? nil
        }
    }

    /// Acquires the lease of the first item that may be tried now; it excludes all other processes on the library.
    package func leaseQueued(owner: String, until end: Date, at now: Date) throws(ArticleStoreError) -> QueuedItem? {
        try write { database in
            // A time further ahead than the longest wait was stored while the clock was wrong.
            let free = """
                (nextAttempt IS NULL OR nextAttempt <= ?1 OR nextAttempt > ?2)
                AND (leaseOwner IS NULL OR leaseUntil <= ?1 OR leaseUntil > ?2)
                """
            let item = try database.first(
                "\(queueRows) WHERE \(free) ORDER BY id LIMIT 1", [now.stored, now.stored + maximumQueueWait],
                QueuedItem.init)
            guard let item else { return nil }
            try database.run(
                "UPDATE queue SET leaseOwner = ?, leaseUntil = ? WHERE id = ?", [owner, end.stored, item.id])
            return item
        }
    }

    /// Returns an item to its position in the queue. With a time, it is not tried again before then.
    ///
    /// - Parameter attempts: the number of failed attempts from now on; nil if none has failed.
    package func putBack(
        _ item: QueuedItem, until moment: Date? = nil, attempts: Int? = nil
    ) throws(ArticleStoreError) {
        try write {
            try $0.run(
                """
                UPDATE queue SET leaseOwner = NULL, leaseUntil = NULL, nextAttempt = ?, attempts = coalesce(?, attempts)
                WHERE id = ?
                """,
                [moment?.stored, attempts, item.id])
        }
    }

    /// Returns all items that `owner` held, such as the items of a killed process.
    package func releaseQueue(of owner: String) throws(ArticleStoreError) {
        try write { try $0.run("UPDATE queue SET leaseOwner = NULL, leaseUntil = NULL WHERE leaseOwner = ?", [owner]) }
    }

    /// Removes an item that the person no longer wants; returns false if there is none of that number.
    package func removeQueued(number: Int64) throws(ArticleStoreError) -> Bool {
        try write {
            try $0.hasRow("DELETE FROM queue WHERE id = ? RETURNING 1", [number])
        }
    }

    /// Removes requests that are complete or no longer wanted.
    package func removeQueued(_ fetches: some Sequence<QueuedFetch> & Sendable) throws(ArticleStoreError) {
        guard try queueCount() > 0 else { return }
        try write { database in
            for fetch in fetches {
                if let item = try database.queued(fetch) { try database.run("DELETE FROM queue WHERE id = ?", [item]) }
            }
        }
    }
}

/// Maximum wait for an item's next attempt or for the end of a lease, in seconds (2 hours).
private let maximumQueueWait = 7_200.0

private let queueRows = "SELECT id, subscription, article, asked, attempts, typedAddress FROM queue"

extension Database {
    fileprivate func queueCount() throws -> Int {
        try first("SELECT count(*) FROM queue", []) { $0[0] } ?? 0
    }

    /// Returns the number of the request in the queue.
    fileprivate func queued(_ fetch: QueuedFetch) throws -> Int64? {
        try first(
            "SELECT id FROM queue WHERE subscription IS ? AND article IS ?",
            [fetch.subscription?.rawValue, fetch.article?.rawValue]
        ) { $0[0] }
    }

    /// Removes the requests of a feed that the person no longer reads.
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
        self.init(
            id: row[0], fetch: fetch, asked: row.date(3) ?? .distantPast, attempts: row[4], typedAddress: row[5])
    }
}
