import Basics
package import FeedModel
package import FoundationEssentials
import GRDB

extension ArticleStore {
    /// Adds and removes the labels that articles gained or lost on the server since the last sync; tags of the person
    /// that the server never had stay.
    ///
    /// - Parameters:
    ///   - labels: all labels of the server. Articles lose a label that it no longer has.
    ///   - sent: marks that this sync has sent, which the server may list late.
    ///   - listed: the articles that the server's lists show.
    /// - Returns: also the articles that are on no list any more, and keep the labels that they have lost: the server
    ///   may have deleted them.
    package func apply(
        _ labels: [RemoteLabel], to account: AccountID, sent: [OutgoingMark], listed: Set<String>, at now: Date
    ) throws(ArticleStoreError) -> (summary: SyncSummary, unlisted: Set<String>) {
        try write { database in
            var unlisted: Set<String> = []
            var ingestion = try SyncIngestion(account: account.rawValue, now: now, database: database)
            let dropped = try database.serverTags(of: account).subtracting(labels.map(\.name))
            for label in labels.merged + dropped.sorted().map({ RemoteLabel($0, isComplete: true) }) {
                var late: [String: Bool] = [:]
                for mark in sent {
                    if case .tagged(label.name, let isAdded) = mark.mark { late[mark.id] = isAdded }
                }
                unlisted.formUnion(try ingestion.apply(label, late: late, listed: listed))
            }
            return (summary: ingestion.summary, unlisted: unlisted)
        }
    }

    /// Forgets which labels the server had for articles that it has deleted: their tags stay, as tags of the person.
    package func keepTags(ofDeleted ids: Set<String>, of account: AccountID) throws(ArticleStoreError) {
        guard !ids.isEmpty else { return }
        try write {
            try $0.run(
                """
                DELETE FROM serverTag WHERE article IN
                    (SELECT article FROM remoteArticle
                    WHERE account = ? AND remoteID IN (SELECT value FROM json_each(?)))
                """,
                [account.rawValue, ids.sorted().jsonArray])
        }
    }
}

extension [RemoteLabel] {
    /// The labels, after labels of the same name were merged: two names may become equal when they are cleaned for
    /// display.
    fileprivate var merged: [RemoteLabel] {
        let byName = Dictionary(map { ($0.name, $0) }) { one, other in
            RemoteLabel(one.name, ids: one.ids.union(other.ids), isComplete: one.isComplete && other.isComplete)
        }
        return byName.values.sorted { $0.name < $1.name }
    }
}

extension SyncIngestion {
    /// - Parameters:
    ///   - late: changes that the server may list late, by its ids: true for an added label. A list that shows a change
    ///     confirms it: otherwise a later removal of the label elsewhere would go unnoticed.
    ///   - listed: articles that exist on the server.
    /// - Returns: articles that are not among the listed ones and have lost the label.
    fileprivate mutating func apply(
        _ label: RemoteLabel, late: [String: Bool], listed known: Set<String>
    ) throws -> Set<String> {
        let listed = label.ids.sorted().jsonArray
        let removed = late.filter { !$0.value }.keys.sorted().jsonArray
        let added = late.filter(\.value).keys.sorted().jsonArray
        let gained = try database.all(
            """
            SELECT article FROM remoteArticle
            WHERE account = ?1 AND remoteID IN (SELECT value FROM json_each(?2)) AND \(ServedArticles.condition)
                AND remoteID NOT IN (SELECT value FROM json_each(?3))
                AND NOT EXISTS (SELECT 1 FROM serverTag WHERE serverTag.article = remoteArticle.article AND name = ?4)
            """, [account, listed, removed, label.name]
        ) { ArticleID(rawValue: $0[0]) }
        try overwrite(label.name, isAdded: true, of: gained)
        guard label.isComplete else { return [] }
        let lost = try database.all(
            """
            SELECT article, remoteID FROM serverTag JOIN remoteArticle USING (article)
            WHERE account = ?1 AND name = ?4 AND \(ServedArticles.condition)
                AND remoteID NOT IN (SELECT value FROM json_each(?2))
                AND remoteID NOT IN (SELECT value FROM json_each(?3))
            """, [account, listed, added, label.name]
        ) { (article: ArticleID(rawValue: $0[0]), remoteID: $0[1] as String) }
        try overwrite(label.name, isAdded: false, of: lost.filter { known.contains($0.remoteID) }.map(\.article))
        return Set(lost.map(\.remoteID)).subtracting(known)
    }

    private mutating func overwrite(_ name: String, isAdded: Bool, of ids: [ArticleID]) throws {
        for id in try database.overwriteTag(name, isAdded: isAdded, of: ids) {
            let subscription = try database.first("SELECT subscription FROM article WHERE id = ?", [id.rawValue]) {
                $0[0] as Int64
            }
            if let subscription { note(id.rawValue, of: subscription, in: \.changed) }
        }
    }
}

extension Database {
    /// Returns the names of an account's labels that articles here have.
    fileprivate func serverTags(of account: AccountID) throws -> Set<String> {
        Set(
            try all(
                "SELECT DISTINCT name FROM serverTag JOIN remoteArticle USING (article) WHERE account = ?",
                [account.rawValue]
            ) { $0[0] })
    }

    /// Replaces the tags of an article by the labels that the server reports with it; true if its tags changed.
    func overwriteTags(of article: Int64, with names: [String]) throws -> Bool {
        let known = Set(try all("SELECT name FROM serverTag WHERE article = ?", [article]) { $0[0] as String })
        var isChanged = false
        for name in known.symmetricDifference(names).sorted() {
            let changed = try overwriteTag(name, isAdded: !known.contains(name), of: [ArticleID(rawValue: article)])
            if !changed.isEmpty { isChanged = true }
        }
        return isChanged
    }

    /// Records that the server has added or removed a label, and does so here unless a change of the person waits in
    /// the outbox; returns the articles whose tags changed.
    fileprivate func overwriteTag(_ name: String, isAdded: Bool, of ids: [ArticleID]) throws -> [ArticleID] {
        guard !ids.isEmpty else { return [] }
        let articles = ids.jsonArray
        try run(
            isAdded
                ? "INSERT OR IGNORE INTO serverTag (article, name) SELECT value, ?1 FROM json_each(?2)"
                : "DELETE FROM serverTag WHERE name = ?1 AND article IN (SELECT value FROM json_each(?2))",
            [name, articles])
        let waiting = Set(
            try all(
                "SELECT article FROM outbox WHERE field = ? AND article IN (SELECT value FROM json_each(?))",
                [Mark.tagged(name, isAdded).field, articles]
            ) { ArticleID(rawValue: $0[0]) })
        return try tag(ids.filter { !waiting.contains($0) }, name, isAdded: isAdded)
    }

    /// Records that the server has added or removed a label of its article as the person wanted it: if it changes that
    /// before the next sync, the difference is its change.
    func noteServerTag(_ name: String, isAdded: Bool, of remoteID: String, on account: AccountID) throws {
        try run(
            isAdded
                ? """
                INSERT OR IGNORE INTO serverTag (article, name)
                SELECT article, ?1 FROM remoteArticle WHERE account = ?2 AND remoteID = ?3
                """
                : """
                DELETE FROM serverTag WHERE name = ?1 AND article IN
                    (SELECT article FROM remoteArticle WHERE account = ?2 AND remoteID = ?3)
                """,
            [name, account.rawValue, remoteID])
    }

    /// Forgets which labels an account's server had; the tags stay.
    func forgetServerTags(of account: AccountID) throws {
        try run(
            "DELETE FROM serverTag WHERE article IN (SELECT article FROM remoteArticle WHERE account = ?)",
            [account.rawValue])
    }
}
