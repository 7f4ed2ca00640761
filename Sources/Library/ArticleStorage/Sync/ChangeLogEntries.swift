import Basics
import GRDB

/// Gives the changes without a position their entries in the log.
extension Database {
    /// Returns the approximate number of new articles without a position, by their numbers; nil if nothing has changed.
    func unloggedChanges() throws -> Int64? {
        let (left, hasOthers) =
            try first(
                """
                SELECT coalesce((SELECT max(id) FROM article), 0) - coalesce((SELECT through FROM changeLog), 0),
                    NOT EXISTS (SELECT 1 FROM changeLog)
                        OR EXISTS (SELECT 1 FROM changedFeed) OR EXISTS (SELECT 1 FROM changedArticle)
                """
            ) { (left: $0[0] as Int64, hasOthers: $0[1] as Bool) } ?? (0, true)
        return left > 0 || hasOthers ? max(left, 0) : nil
    }

    /// Feeds come before articles, so that a feed is reported no later than its first article.
    func logChanges(limit: Int) throws {
        if try !hasRow("SELECT 1 FROM changeLog") {
            try run("INSERT INTO changeLog (id, epoch) VALUES (1, ?)", [ChangeLogState.newEpoch()])
            try run("INSERT INTO changedFeed SELECT id FROM subscription WHERE removedAt IS NULL")
        }
        for id in try all("SELECT subscription FROM changedFeed ORDER BY subscription", [], { $0[0] as Int64 }) {
            try logFeed(id)
        }
        try run("DELETE FROM changedFeed")

        let changed = try all("SELECT article, wasListed FROM changedArticle ORDER BY article LIMIT ?", [limit]) {
            (id: $0[0] as Int64, wasListed: $0[1] as Bool)
        }
        for (id, wasListed) in changed { try logArticle(id, wasListed: wasListed) }
        try run(
            "DELETE FROM changedArticle WHERE article IN (SELECT value FROM json_each(?))",
            [changed.map(\.id).jsonArray])

        let new = try all(
            "SELECT id FROM article WHERE id > (SELECT through FROM changeLog) ORDER BY id LIMIT ?",
            [limit - changed.count]
        ) { $0[0] as Int64 }
        for id in new { try logArticle(id, wasListed: false) }
        if let last = new.last { try run("UPDATE changeLog SET through = ?", [last]) }
    }

    private func nextPosition() throws -> Int64 {
        try first("UPDATE changeLog SET last = last + 1 RETURNING last") { $0[0] } ?? 0
    }

    private func logFeed(_ id: Int64) throws {
        let feed = try first("SELECT feedURL, removedAt IS NOT NULL FROM subscription WHERE id = ?", [id]) {
            (url: $0[0] as String, isRemoved: $0[1] as Bool)
        }
        let isKnown = try hasRow("SELECT 1 FROM loggedFeed WHERE subscription = ?", [id])
        guard isKnown || feed?.isRemoved == false else { return }
        if isKnown {
            try run(
                "UPDATE loggedFeed SET position = ?, isDeleted = ? WHERE subscription = ?",
                [nextPosition(), feed?.isRemoved ?? true, id])
        } else if let feed {
            let wireID = try unusedWireID("urn:lede:" + Fingerprint(guid: feed.url).hexadecimal, in: "loggedFeed", id)
            try run(
                "INSERT INTO loggedFeed (subscription, position, wireID) VALUES (?, ?, ?)",
                [id, nextPosition(), wireID])
        }
    }

    private func logArticle(_ id: Int64, wasListed: Bool) throws {
        let article = try first(
            """
            SELECT guid, isListed, deletedAt IS NOT NULL, loggedFeed.wireID
            FROM article LEFT JOIN loggedFeed USING (subscription) WHERE article.id = ?
            """, [id]
        ) { (guid: $0[0] as String, isListed: $0[1] as Bool, isDeleted: $0[2] as Bool, feed: $0[3] as String?) }
        let entry = try first("SELECT position, isDeleted FROM loggedArticle WHERE article = ?", [id]) {
            (position: $0[0] as Int64, isDeleted: $0[1] as Bool)
        }
        guard let article else {
            // A deletion by the person was reported already, and retention is not reported at all.
            if let entry, !entry.isDeleted { try forgetArticle(id, at: entry.position, wasListed: wasListed) }
            return
        }
        switch (entry, article.isListed) {
        case (nil, true):
            let name = (article.feed ?? "urn:lede:0") + ":" + Fingerprint(guid: article.guid).hexadecimal
            try run(
                "INSERT INTO loggedArticle (article, position, wireID) VALUES (?, ?, ?)",
                [id, nextPosition(), unusedWireID(name, in: "loggedArticle", id)])
        case (_?, true):
            try run(
                "UPDATE loggedArticle SET position = ?, isDeleted = 0 WHERE article = ?", [nextPosition(), id])
        case (let entry?, false):
            // The end of a subscription is reported for the feed only.
            guard article.isDeleted, !entry.isDeleted else { return }
            try run(
                "UPDATE loggedArticle SET position = ?, isDeleted = 1 WHERE article = ?", [nextPosition(), id])
        case (nil, false): return
        }
    }

    /// Drops the entry of an article that was deleted for good.
    private func forgetArticle(_ id: Int64, at position: Int64, wasListed: Bool) throws {
        try run("DELETE FROM loggedArticle WHERE article = ?", [id])
        if wasListed { try run("UPDATE changeLog SET givenUp = max(givenUp, ?)", [position]) }
    }

    /// Returns a wire id that is not in use: the library's own number distinguishes two equal names.
    private func unusedWireID(_ name: String, in table: String, _ id: Int64) throws -> String {
        let isUsed = try hasRow("SELECT 1 FROM \(table) WHERE wireID = ?", [name])
        return isUsed ? "\(name):\(id)" : name
    }
}

extension Fingerprint {
    fileprivate var hexadecimal: String {
        Hexadecimal.digits(value)
    }
}
