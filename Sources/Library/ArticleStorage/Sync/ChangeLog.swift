import Basics
package import FeedModel
import GRDB

/// The extent of the change log.
package struct ChangeLogState: Equatable, Sendable {
    /// Changes whenever positions are assigned again.
    package var epoch: String
    /// The highest assigned position; 0 if there is none.
    package var last: Int64
    /// Positions below this one are removed for good.
    package var oldest: Int64
    /// The highest position that retention removed: a client below it has missed a change.
    package var removedThrough: Int64

    /// Makes a name that no other numbering of positions has had.
    static func newEpoch() -> String {
        String(Hexadecimal.digits(UInt64.random(in: .min ... .max)).suffix(12))
    }
}

extension ArticleStore {
    /// Changes that get their positions in one transaction, which takes about ten milliseconds.
    private static let loggedAtOnce = 1_000

    /// Starts the log if there is none, and assigns positions to all changes since the last call, in short
    /// transactions.
    ///
    /// - Parameter mayContinue: receives the approximate number of remaining new articles before each one, and returns
    ///   false to stop.
    @discardableResult
    package func logChanges(
        mayContinue: (_ left: Int64) -> Bool = { _ in true }
    ) throws(ArticleStoreError) -> ChangeLogState {
        // Checked here, because nothing is written if nothing has changed: clients would get the articles of a replaced
        // file again and again.
        try checkFile()
        while let left = try read({ try $0.unloggedChanges() }), mayContinue(left) {
            try write { try $0.logChanges(limit: Self.loggedAtOnce) }
        }
        return try read { try $0.changeLogState() }
    }

    /// Returns the extent of the log, without new entries; nil if it was never started.
    package func changeLogState() throws(ArticleStoreError) -> ChangeLogState? {
        try read { database in
            try database.hasRow("SELECT 1 FROM changeLog") ? database.changeLogState() : nil
        }
    }

    /// Assigns positions again: clients must list everything again. This is for a library that was restored from a
    /// backup.
    package func startNewEpoch() throws(ArticleStoreError) {
        try write { try $0.run("UPDATE changeLog SET epoch = ?", [ChangeLogState.newEpoch()]) }
    }

    /// Returns a part of the log, up to its last entry, with at most `limit` articles and about `bytes` of text.
    package func changes(
        _ range: ChangeLogRange, limit: Int, bytes: Int = ChangeLogPage.textLimit
    ) throws(ArticleStoreError) -> ChangeLogPage {
        try read { try $0.changes(range, limit: limit, bytes: bytes) }
    }

    /// Returns the wire ids of all articles that are unread or starred, as of the state's last position.
    package func loggedArticles(
        withMark mark: Mark
    ) throws(ArticleStoreError) -> (state: ChangeLogState, wireIDs: [String]) {
        let column = mark.column ?? "0"
        return try read { database in
            let ids = try database.all(
                """
                SELECT wireID FROM article JOIN loggedArticle ON loggedArticle.article = article.id
                WHERE isListed = 1 AND \(column) = ? ORDER BY position
                """, [mark.value]
            ) { $0[0] as String }
            return (try database.changeLogState(), ids)
        }
    }

    /// Sets marks by wire id in one transaction; returns the articles that exist. An article that is deleted, or whose
    /// feed is removed, may return until it is purged.
    package func set(_ marks: [(wireID: String, mark: Mark)]) throws(ArticleStoreError) -> [Bool] {
        try write { database in
            try marks.map { wireID, mark in
                let id = try database.first(
                    "SELECT id FROM loggedArticle JOIN article ON article.id = article WHERE wireID = ?", [wireID]
                ) { ArticleID(rawValue: $0[0]) }
                if let id { _ = try database.set(mark, on: [id]) }
                return id != nil
            }
        }
    }
}
