package import FeedModel
package import FoundationEssentials
import GRDB
import SQLiteAccess

extension ArticleStore {
    /// Articles in the history (1,000): those opened last.
    static let maximumOpened = 1_000

    /// Records that the person opened an article. The caller knows it, so the change token stays the same.
    package func recordOpening(of id: ArticleID, at now: Date) throws(ArticleStoreError) {
        try writeKnown { database in
            try database.run(
                "INSERT OR REPLACE INTO opened (article, at) SELECT id, ? FROM article WHERE id = ?",
                [now.stored, id.rawValue])
            try database.run(
                """
                DELETE FROM opened WHERE article IN (
                    SELECT article FROM opened ORDER BY at DESC LIMIT -1 OFFSET \(Self.maximumOpened))
                """)
        }
    }

    /// Empties the history, and overwrites it in the file. The log would keep its rows until it starts over.
    package func clearHistory() throws(ArticleStoreError) {
        try writeKnown { database in
            try database.overwritingDeletedRows { try $0.run("DELETE FROM opened") }
        }
        emptyLog()
    }
}

extension Database {
    /// Makes SQLite overwrite with zeros what `body` deletes. Many builds of SQLite do so by default.
    fileprivate func overwritingDeletedRows(_ body: (Database) throws -> Void) throws {
        let setting = try property("secure_delete") ?? 0
        try set("secure_delete = ON")
        // 2 means only within pages that stay in use.
        defer { if setting != 1 { try? set("secure_delete = \(setting == 2 ? "FAST" : "OFF")") } }
        try body(self)
    }
}

extension Database {
    /// Returns the rows of opened articles with the time of their opening, most recently opened first.
    func byOpening(_ rows: [ListRow]) throws -> [ListRow] {
        let times = try all("SELECT article, at FROM opened") { ($0[0] as Int64, $0[1] as Double) }
        let opened = Dictionary(times, uniquingKeysWith: { first, _ in first })
        let dated = rows.map { row in
            var dated = row
            dated.summary.opened = opened[row.summary.id.rawValue].map(Date.init(timeIntervalSince1970:))
            return dated
        }
        return dated.sortedStably { -(opened[$0.summary.id.rawValue] ?? 0) }
    }
}
