import Basics
package import FeedModel
import GRDB

package import struct FoundationEssentials.Date

/// The numbers of articles and bytes that were removed from the pack store.
package struct PackStoreRemovals: Equatable, Sendable {
    package var articles = 0
    /// Those of the articles that the library no longer had.
    package var gone = 0
    var bytes: Int64 = 0

    package init() {}
}

extension PackStore {
    /// Updates the pack store from the library: which articles were read, starred or removed; `marks` has no entry for
    /// removed ones.
    package func update(_ marks: [ArticleID: ArticleMarks], at now: Date) throws(PackStoreError) {
        try write { database in
            for (id, marks) in marks {
                try database.cachedStatement(
                    sql: """
                        UPDATE article SET isStarred = ?1, readSince = CASE WHEN ?2 THEN coalesce(readSince, ?3) END
                        WHERE id = ?4
                        """
                ).execute(arguments: [marks.isStarred, marks.isRead, now.timeIntervalSince1970, id.rawValue])
            }
        }
    }

    /// Returns the articles that may be removed, in the order of removal.
    private func removalOrder(present: Set<ArticleID>, now: Date) throws(PackStoreError) -> [ArticleID] {
        let candidates = try read { database in
            try Row.fetchAll(database, sql: "SELECT id, date, isStarred, isByHand, readSince FROM article").map { row in
                RemovalOrder.Candidate(
                    id: ArticleID(rawValue: row[0]), date: Date(timeIntervalSince1970: row[1]), isStarred: row[2],
                    isByHand: row[3], isGone: !present.contains(ArticleID(rawValue: row[0])),
                    readSince: (row[4] as Double?).map(Date.init(timeIntervalSince1970:)))
            }
        }
        return RemovalOrder.ids(candidates, now: now)
    }

    /// Shrinks the pack store to its capacity, and removes articles that the library no longer has.
    ///
    /// - Parameter present: the packed articles that the library still lists.
    package func makeRoom(
        capacity: Int64, present: Set<ArticleID>, at now: Date
    ) throws(PackStoreError) -> PackStoreRemovals {
        var removals = PackStoreRemovals()
        let before = try storedBytes()
        var stored = before
        var files: [String] = []
        for id in try removalOrder(present: present, now: now) {
            guard stored > capacity || !present.contains(id) else { break }
            files += try write { database in
                try database.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [id.rawValue])
                return try database.dropUnneeded()
            }
            removals.articles += 1
            if !present.contains(id) { removals.gone += 1 }
            stored = try storedBytes()
        }
        removals.bytes = before - stored
        files.forEach(removeEnclosureFile)
        if removals.articles > 0 {
            try removeUnneededContents()
            try vacuum()
        }
        return removals
    }

    /// Returns the bytes that precede an article at this position: the contents of protected articles, and of the
    /// journey's articles up to this position.
    package func bytesAhead(
        of position: Int, in journey: Int64, protected: Set<ArticleID>
    ) throws(PackStoreError) -> Int64 {
        try read { database in
            let list = protected.jsonArray
            return try Int64.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT coalesce(sum(size), 0) FROM (
                            SELECT max(address.size) AS size FROM article
                            JOIN need ON need.article = article.id JOIN address ON address.id = need.address
                            WHERE digest IS NOT NULL
                                AND ((journey = ? AND turn <= ?) OR article.id IN (SELECT value FROM json_each(?)))
                            GROUP BY digest)
                        """),
                arguments: [journey, position, list]) ?? 0
        }
    }

    /// Returns the articles that must not be removed now.
    package func protectedArticles(present: Set<ArticleID>, at now: Date) throws(PackStoreError) -> Set<ArticleID> {
        try known().subtracting(removalOrder(present: present, now: now))
    }
}
